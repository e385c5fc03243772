package io.weir.perf.pattern;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.pattern.Conflicts;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A counter that one program adds to, and one that several add to at once. */
final class CounterCosts {

  private static final String COUNTERS = "counters";
  private static final String CALLS = "Calls";
  private static final String DAY = "2026-05-01";
  private static final String QUIET = "ada";
  private static final String BUSY = "grace";
  private static final String BY_VERSION = "by versions";
  private static final String IN_PLACE = "change in place";

  /** Calls of a round, and how many of them are in flight: few enough that none gives up. */
  private static final int ROUND = 64;

  private static final int AT_ONCE = 8;

  private final PatternBench bench;
  private final TableName quotas = new TableName("Quotas");

  CounterCosts(PatternBench bench) {
    this.bench = bench;
  }

  void measure() {
    bench.create(quotas.value());
    for (var name : new String[] {QUIET, BUSY}) {
      bench.raw().write(quotas, new Write.Insert(counter(name, 0))).block();
    }
    var effort = bench.effort();
    bench
        .ask(COUNTERS, "count a call", effort.points())
        .pattern(BY_VERSION, i -> byVersion(QUIET))
        .natively(IN_PLACE, i -> inPlace(QUIET));
    bench
        .ask(COUNTERS, "count " + ROUND + " calls, " + AT_ONCE + " at once", effort.slowly())
        .pattern(BY_VERSION, i -> Flux.range(0, ROUND).flatMap(call -> byVersion(BUSY), AT_ONCE))
        .natively(IN_PLACE, i -> Flux.range(0, ROUND).flatMap(call -> inPlace(BUSY), AT_ONCE));
    bench.drop(quotas);
  }

  /** As the page of the pattern does it. */
  private Mono<WriteResult> byVersion(String counter) {
    return bench
        .tables()
        .get(quotas, new EntityKey(counter, DAY))
        .map(CounterCosts::counted)
        .flatMap(counted -> bench.tables().write(quotas, counted))
        .retryWhen(Conflicts.retry(PreconditionFailedException.class::isInstance));
  }

  private static Write counted(Entity read) {
    return new Write.Update(
        counter(read.partitionKey(), read.getInt32(CALLS).orElseThrow() + 1),
        WriteMode.REPLACE,
        IfMatch.version(read.etag().orElseThrow()));
  }

  private Mono<WriteResult> inPlace(String counter) {
    return bench
        .tables()
        .write(
            quotas,
            Write.change(
                new EntityKey(counter, DAY), PropertyOperation.of(CALLS, Operator.ADD, 1)));
  }

  private static Entity counter(String name, int calls) {
    return Entity.builder(name, DAY).set(CALLS, calls).build();
  }
}
