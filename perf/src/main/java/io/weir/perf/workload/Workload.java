package io.weir.perf.workload;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A workload: the operations, their weights, and the rows. {@link Workloads} reads it from a file.
 *
 * @param name in results
 * @param description in one sentence
 * @param mix the weight of each operation; at least one weight is positive
 * @param keys the distribution of keys
 * @param size the length of rows
 * @param entities the number of rows, if the workload fixes it; otherwise the caller does
 * @param rowsAPartition loaded rows of each partition, at least 1
 * @param rowsAtOnce of a scan, a batch or a bulk write
 */
public record Workload(
    String name,
    String description,
    Map<Operation, Integer> mix,
    KeyChoice keys,
    RowSize size,
    Optional<Integer> entities,
    int rowsAPartition,
    RowCount rowsAtOnce) {

  /** The lowest and highest number of rows, both possible. */
  public record RowCount(int least, int most) {

    public static final RowCount ONE = new RowCount(1, 1);

    public RowCount {
      if (least < 1 || most < least) {
        throw new InvalidFile(
            "rowsAtOnce must satisfy 1 ≤ least ≤ most least=" + least + " most=" + most);
      }
    }
  }

  public Workload {
    mix = Map.copyOf(new TreeMap<>(mix));
    if (mix.values().stream().anyMatch(weight -> weight < 0) || sum(mix) < 1) {
      throw new InvalidFile(
          "Give at least one operation a weight above 0, and none below. workload=" + name + " mix="
              + mix);
    }
    if (rowsAPartition < 1) {
      throw new InvalidFile("Give a partition at least one row. workload=" + name
          + " rowsAPartition=" + rowsAPartition);
    }
  }

  /**
   * Returns the rows of the workload.
   *
   * @param entitiesOtherwise the number of rows if the workload does not fix it
   */
  public Population population(int entitiesOtherwise) {
    int count = entities.orElse(entitiesOtherwise);
    return new Population(count, Math.max(1, count / rowsAPartition), size);
  }

  int weight() {
    return sum(mix);
  }

  private static int sum(Map<Operation, Integer> weights) {
    return weights.values().stream().mapToInt(Integer::intValue).sum();
  }
}
