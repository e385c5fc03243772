package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.cli.terminal.LoadProgress;
import io.weir.pattern.migration.SideBySide;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Compares a table of two services, range by range, property by property. Timestamps are not
 * compared: each service assigns its own. Immutable; any thread.
 */
record TableComparison(SideBySide sides) {

  private static final int SHOWN_EVERY = 100;

  /** How many lists of pairs wait for the comparison of a range. */
  private static final int WAITING = 4;

  /** Compares the ranges, several at a time. */
  Mono<Differences> of(List<CopyRange> ranges, int workers, LoadProgress progress) {
    return Flux.fromIterable(ranges)
        .flatMap(range -> compare(range, progress), workers)
        .reduce(Differences.NONE, Differences::and);
  }

  private Mono<Differences> compare(CopyRange range, LoadProgress progress) {
    return sides
        .pairs(Query.ALL.where(range.whole()))
        .buffer(SHOWN_EVERY)
        .publishOn(Schedulers.boundedElastic(), WAITING) // the progress may wait for its output
        .doOnNext(pairs -> progress.advance(pairs.size()))
        .concatMapIterable(pairs -> pairs)
        .reduce(Differences.NONE, Differences::with);
  }
}
