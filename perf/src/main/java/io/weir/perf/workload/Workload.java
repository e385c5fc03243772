package io.weir.perf.workload;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is done, how often, to which entities. {@link Workloads} reads it from a file.
 *
 * @param name as it stands in results
 * @param description in a sentence
 * @param mix how often each operation comes beside the others: weights of which at least one is positive
 * @param keys which entities
 * @param size how long rows are
 * @param entities how many there are, where the workload must say; otherwise who runs it does
 * @param rowsAPartition loaded rows in each partition, at least 1
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

  /** Least and most, both possible. */
  public record RowCount(int least, int most) {

    public static final RowCount ONE = new RowCount(1, 1);

    public RowCount {
      if (least < 1 || most < least) {
        throw new InvalidFile(
            "Write rowsAtOnce as 1 ≤ least ≤ most. least=" + least + " most=" + most);
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

  /** The rows it works on, where the workload itself does not say how many. */
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
