package io.weir.perf.target;

import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.DrawnOperation;
import io.weir.perf.workload.IndexedProperties;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.Work;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** Carries out drawn operations on a table and fails those with a wrong answer. Any thread. */
public record TableWork(TargetTable table, Population population) implements Work {

  @Override
  public Mono<Integer> carryOut(DrawnOperation drawn) {
    return answer(drawn).doOnNext(rows -> requireAll(drawn, rows));
  }

  private Mono<Integer> answer(DrawnOperation drawn) {
    return switch (drawn.operation()) {
      case READ -> table.read(population.key(drawn.number()));
      case UPSERT -> table.upsert(row(drawn));
      case INSERT -> table.insert(row(drawn));
      case READ_MODIFY_WRITE -> readThenUpsert(drawn);
      case INCREMENT -> table.increment(population.key(drawn.number()));
      case SUM -> table.sum();
      case SCAN -> table.scan(population.key(drawn.number()), drawn.rows());
      case BATCH -> table.batch(neighbours(drawn));
      case BULK -> table.bulk(spread(drawn));
      case STREAM -> table.stream();
      case JOINT -> table.joint(spread(drawn));
      case INDEX_EQ -> table.indexEquals(IndexedProperties.group(drawn.number()));
      case MESSAGE -> table.passMessage(row(drawn).values().get(0));
      case INDEX_RANGE -> table.indexRange(IndexedProperties.rank(drawn.number()), drawn.rows());
    };
  }

  private Mono<Integer> readThenUpsert(DrawnOperation drawn) {
    return table
        .read(population.key(drawn.number()))
        .doOnNext(rows -> requireAll(drawn, rows))
        .flatMap(any -> table.upsert(row(drawn)));
  }

  private DataRow row(DrawnOperation drawn) {
    return population.row(drawn.number(), drawn.generation());
  }

  private List<DataRow> neighbours(DrawnOperation drawn) {
    return population.neighbours(drawn.number(), drawn.rows()).stream()
        .map(number -> population.row(number, drawn.generation()))
        .toList();
  }

  private List<DataRow> spread(DrawnOperation drawn) {
    return IntStream.range(drawn.number(), drawn.number() + drawn.rows())
        .mapToObj(number -> population.row(number, drawn.generation()))
        .toList();
  }

  /** Requires at least the expected rows; a stream may hold more, which were inserted since. */
  private static void requireAll(DrawnOperation drawn, int rows) {
    if (rows < drawn.rows()) {
      throw new WrongAnswer(
          "operation=" + drawn.operation() + " wanted=" + drawn.rows() + " answered=" + rows);
    }
  }
}
