package io.weir.engine.model;

import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkAssembly;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.BulkUnit;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import reactor.core.publisher.Mono;

/**
 * Has the model carry out the lines of a bulk write in the order in which the shards did. Their
 * Timestamps tell this order. Lines of one partition keep their order, and every line gets the
 * Timestamp that the engine answered.
 */
final class BulkReplay {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private record Step(long ticks, BulkUnit unit) {}

  private final TableService model;
  private final TableName table;
  private final LongConsumer clock;
  private final Map<Long, Object> said = new TreeMap<>();
  private long done;

  /**
   * Creates the replay of one bulk write.
   *
   * @param clock sets the model's clock to these ticks
   */
  BulkReplay(TableService model, TableName table, LongConsumer clock) {
    this.model = model;
    this.table = table;
    this.clock = clock;
  }

  /** Returns the comparable part of the results. */
  static List<Object> said(List<BulkResult> results) {
    return results.stream().map(BulkReplay::said).toList();
  }

  private static Object said(BulkResult result) {
    return result instanceof BulkResult.Refused refused
        ? refused(refused.line(), refused.cause())
        : result;
  }

  private static Object refused(long line, TableServiceException cause) {
    return List.of(line, cause.code(), cause.failedOperation());
  }

  /** Returns the model's results for these lines, given the engine's results. */
  List<Object> answers(List<BulkLine> lines, List<BulkResult> found) {
    for (var step : steps(lines, found)) {
      clock.accept(step.ticks);
      step.unit.dispatch(new CarryOut());
    }
    var all = new ArrayList<>(said.values());
    all.add(new BulkResult.End(done, said.size() - done));
    return all;
  }

  private static List<Step> steps(List<BulkLine> lines, List<BulkResult> found) {
    var steps = new ArrayList<Step>();
    var lastOfPartition = new HashMap<String, Long>();
    var assembly = new BulkAssembly(unit -> {
      var first = (int) unit.firstLine();
      var partition = lines.get(first).dispatch(PARTITION);
      var ticks = found.subList(first, first + unit.lines()).stream()
          .mapToLong(BulkReplay::ticks)
          .max()
          .orElse(0);
      var last = lastOfPartition.merge(partition, ticks, Math::max);
      steps.add(new Step(last, unit));
    });
    lines.forEach(assembly::add);
    assembly.end();
    steps.sort(Comparator.comparingLong(Step::ticks));
    return steps;
  }

  private static final BulkLine.Handler<String> PARTITION = new BulkLine.Handler<>() {
    @Override
    public String change(BulkLine.Change line) {
      return line.write().key().partitionKey();
    }

    @Override
    public String refused(BulkLine.Refused line) {
      return "";
    }
  };

  /** Returns the answered Timestamp; 0 for a refusal and for a removal. */
  private static long ticks(BulkResult result) {
    return result instanceof BulkResult.Done done ? done.result().timestampTicks() : 0;
  }

  private final class CarryOut implements BulkUnit.Handler<CarryOut> {

    @Override
    public CarryOut single(BulkUnit.Single unit) {
      return hear(unit, model.write(table, unit.write()).map(List::of));
    }

    @Override
    public CarryOut group(BulkUnit.Group unit) {
      return hear(unit, model.submit(table, unit.batch()));
    }

    @Override
    public CarryOut refused(BulkUnit.Refused unit) {
      return refuse(unit, unit.cause());
    }

    private CarryOut hear(BulkUnit unit, Mono<List<WriteResult>> write) {
      List<WriteResult> results;
      try {
        results = write.blockOptional(PATIENCE).orElseThrow();
      } catch (TableServiceException e) {
        return refuse(unit, e);
      }
      IntStream.range(0, unit.lines()).forEach(i -> {
        var line = unit.firstLine() + i;
        said.put(line, new BulkResult.Done(line, results.get(i)));
      });
      done += unit.lines();
      return this;
    }

    private CarryOut refuse(BulkUnit unit, TableServiceException cause) {
      IntStream.range(0, unit.lines())
          .mapToObj(i -> unit.firstLine() + i)
          .forEach(line -> said.put(line, BulkReplay.refused(line, cause)));
      return this;
    }
  }
}
