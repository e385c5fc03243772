package io.weir.perf.target;

import io.weir.perf.load.Drawn;
import io.weir.perf.load.Population;
import io.weir.perf.load.Row;
import io.weir.perf.load.Work;
import java.util.List;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/** Carries out on a table what was drawn for its population, and does not let a wrong answer count. Any thread. */
public record TableWork(Table table, Population population) implements Work {

  @Override
  public Mono<Integer> carryOut(Drawn drawn) {
    return answer(drawn).doOnNext(rows -> requireAll(drawn, rows));
  }

  private Mono<Integer> answer(Drawn drawn) {
    return switch (drawn.operation()) {
      case READ -> table.read(population.key(drawn.number()));
      case UPSERT -> table.upsert(row(drawn));
      case INSERT -> table.insert(row(drawn));
      case READ_MODIFY_WRITE -> readThenUpsert(drawn);
      case SCAN -> table.scan(population.key(drawn.number()), drawn.rows());
      case BATCH -> table.batch(neighbours(drawn));
      case BULK -> table.bulk(spread(drawn));
      case STREAM -> table.stream();
    };
  }

  private Mono<Integer> readThenUpsert(Drawn drawn) {
    return table
        .read(population.key(drawn.number()))
        .doOnNext(rows -> requireAll(drawn, rows))
        .flatMap(any -> table.upsert(row(drawn)));
  }

  private Row row(Drawn drawn) {
    return population.row(drawn.number(), drawn.generation());
  }

  private List<Row> neighbours(Drawn drawn) {
    return population.neighbours(drawn.number(), drawn.rows()).stream()
        .map(number -> population.row(number, drawn.generation()))
        .toList();
  }

  private List<Row> spread(Drawn drawn) {
    return IntStream.range(drawn.number(), drawn.number() + drawn.rows())
        .mapToObj(number -> population.row(number, drawn.generation()))
        .toList();
  }

  /** A stream may hold more than was loaded: what was inserted since. */
  private static void requireAll(Drawn drawn, int rows) {
    if (rows < drawn.rows()) {
      throw new WrongAnswer(
          "operation=" + drawn.operation() + " wanted=" + drawn.rows() + " answered=" + rows);
    }
  }
}
