package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.CommandFailure;
import io.weir.cli.terminal.LoadProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Changes of a source without a change feed: a round is a scan of each table for entities that are
 * younger than the youngest of the rounds before, less a margin for writes that were assigned their
 * Timestamp earlier than they became visible. Removals are not seen. Immutable; any thread.
 *
 * @param tables returns the tables to sweep
 * @param pause between two rounds
 * @param present the time by this machine's clock; only the first round uses it
 */
record SweptChanges(
    TableService source,
    Loader target,
    Supplier<Flux<TableName>> tables,
    Duration pause,
    LoadProgress progress,
    Supplier<Instant> present)
    implements SourceChanges {

  /** Covers the difference of two clocks, and a write that takes its time. */
  static final Duration MARGIN = Duration.ofMinutes(5);

  private static final String KIND = "time:";

  @Override
  public Mono<String> begin() {
    return Mono.fromSupplier(() -> place(EdmDateTime.of(present.get()).ticks()));
  }

  @Override
  public Flux<Long> from(String place, Function<String, Mono<Void>> note) {
    if (!place.startsWith(KIND)) {
      return Flux.error(
          CommandFailure.failed(
              "The journal was begun with the change feed, which the source does not show now; delete it to copy from the start."));
    }
    var youngest = new AtomicLong(Long.parseLong(place.substring(KIND.length())));
    return Mono.defer(() -> sweep(youngest))
        .delayUntil(changes -> note.apply(place(youngest.get())))
        .repeatWhen(rounds -> rounds.delayElements(pause));
  }

  private Mono<Long> sweep(AtomicLong youngest) {
    var before = youngest.get();
    return tables.get().concatMap(table -> sweep(table, before, youngest), 1).reduce(0L, Long::sum);
  }

  /** Returns the number of entities that are younger than those of earlier rounds. */
  private Mono<Long> sweep(TableName table, long before, AtomicLong youngest) {
    var changes = new AtomicLong();
    var found = source.query(table, Query.ALL.where(since(before))).doOnNext(entity -> {
      var ticks = ticks(entity);
      changes.addAndGet(ticks > before ? 1 : 0);
      youngest.accumulateAndGet(ticks, Math::max);
    });
    return target
        .ensure(table)
        .then(Mono.defer(() -> target.load(table, found, progress)))
        .then(Mono.fromSupplier(changes::get));
  }

  private static Filter since(long ticks) {
    var margin = MARGIN.toSeconds() * EdmDateTime.TICKS_PER_SECOND;
    return new Filter.Comparison(
        "Timestamp", Operator.GREATER_OR_EQUAL, new EdmDateTime(Math.max(0, ticks - margin)));
  }

  private static long ticks(Entity entity) {
    return entity.timestamp().map(EdmDateTime::ticks).orElse(0L);
  }

  private static String place(long ticks) {
    return KIND + ticks;
  }
}
