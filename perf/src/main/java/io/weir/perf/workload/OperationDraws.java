package io.weir.perf.workload;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws operations with the weights of a workload. The same seed draws the same operations, except
 * for the numbers of inserted rows, which all clients of a table share.
 *
 * <p>Belongs to one thread at a time.
 */
public final class OperationDraws {

  private final Workload workload;
  private final Population population;
  private final InsertedRows inserted;
  private final Zipf zipf;
  private final SplittableRandom random;
  private final List<Map.Entry<Operation, Integer>> mix;
  private int generation;

  private OperationDraws(
      Workload workload,
      Population population,
      InsertedRows inserted,
      Zipf zipf,
      SplittableRandom random) {
    this.workload = workload;
    this.population = population;
    this.inserted = inserted;
    this.zipf = zipf;
    this.random = random;
    this.mix =
        workload.mix().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
  }

  /** Returns the draws of the first client; the others are split from it. */
  public static OperationDraws of(
      Workload workload, Population population, InsertedRows inserted, long seed) {
    return new OperationDraws(
        workload,
        population,
        inserted,
        new Zipf(population.entities()),
        new SplittableRandom(seed));
  }

  /** Returns independent draws for another client. */
  OperationDraws split() {
    return new OperationDraws(workload, population, inserted, zipf, random.split());
  }

  DrawnOperation next() {
    var operation = operation();
    generation = (generation + 1) & Integer.MAX_VALUE;
    return switch (operation) {
      case READ, UPSERT, READ_MODIFY_WRITE, INCREMENT, MESSAGE ->
        new DrawnOperation(operation, number(), 1, generation);
      case INSERT -> new DrawnOperation(operation, inserted.take(), 1, 0);
      case SCAN, BATCH -> neighbours(operation);
      case BULK, JOINT, INDEX_RANGE -> consecutive(operation);
      case INDEX_EQ -> group();
      case STREAM, SUM -> new DrawnOperation(operation, 0, population.entities(), 0);
    };
  }

  /** Reports that a drawn operation has ended. */
  void settle(DrawnOperation drawn) {
    if (drawn.operation() == Operation.INSERT) {
      inserted.settle(drawn.number());
    }
  }

  private Operation operation() {
    var left = random.nextInt(workload.weight());
    for (var entry : mix) {
      left -= entry.getValue();
      if (left < 0) {
        return entry.getKey();
      }
    }
    throw new AssertionError("weights do not sum up mix=" + mix);
  }

  private DrawnOperation neighbours(Operation operation) {
    var rows = Math.min(rowsAtOnce(), population.rowsIn(population.partitions() - 1));
    var first = population.neighbourhood(number() % population.entities(), rows);
    return new DrawnOperation(operation, first, rows, generation);
  }

  /** Draws consecutive numbers, which are rows of different partitions, or ranks. */
  private DrawnOperation consecutive(Operation operation) {
    var rows = Math.min(rowsAtOnce(), population.entities());
    return new DrawnOperation(
        operation, random.nextInt(population.entities() - rows + 1), rows, generation);
  }

  /** Draws the first rank of a group. */
  private DrawnOperation group() {
    var hits = IndexedProperties.HITS;
    var group = random.nextInt(population.entities() / hits);
    return new DrawnOperation(Operation.INDEX_EQ, group * hits, hits, generation);
  }

  private int rowsAtOnce() {
    var rows = workload.rowsAtOnce();
    return rows.least() + random.nextInt(rows.most() - rows.least() + 1);
  }

  private int number() {
    return switch (workload.keys()) {
      case UNIFORM -> random.nextInt(population.entities());
      case ZIPFIAN -> zipf.next(random);
      case LATEST -> (int) (inserted.readable() - 1 - zipf.rank(random));
      case ONE_ROW -> 0;
      case ONE_PARTITION -> random.nextInt(population.rowsIn(0)) * population.partitions();
    };
  }
}
