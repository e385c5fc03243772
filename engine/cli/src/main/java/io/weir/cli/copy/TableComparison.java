package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.cli.terminal.LoadProgress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Compares a table of two services, range by range, property by property. Timestamps are not compared: each service assigns its own.
 *
 * <p>A target without the table has no entities. Both sides are read in the order of keys, side by side, {@value #AHEAD} entities ahead. Immutable; any thread.
 */
record TableComparison(TableService source, TableService target, TableName table) {

  private static final int AHEAD = 32;
  private static final int REMOVALS_IN_FLIGHT = 16;
  private static final int SHOWN_EVERY = 100;

  /** An entity of one side. */
  private record Side(boolean isSource, Entity entity) {
    EntityKey key() {
      return entity.key();
    }
  }

  /** The entities of one key on both sides. */
  private record Pair(Optional<Entity> source, Optional<Entity> target) {
    static Pair of(List<Side> sides) {
      return new Pair(side(sides, true), side(sides, false));
    }

    private static Optional<Entity> side(List<Side> sides, boolean isSource) {
      return sides.stream()
          .filter(each -> each.isSource() == isSource)
          .map(Side::entity)
          .findFirst();
    }

    EntityKey key() {
      return source.or(() -> target).orElseThrow().key();
    }
  }

  /** Compares the ranges, several at a time. */
  Mono<Differences> of(List<CopyRange> ranges, int workers, LoadProgress progress) {
    return Flux.fromIterable(ranges)
        .flatMap(range -> compare(range, progress), workers)
        .reduce(Differences.NONE, Differences::and);
  }

  private Mono<Differences> compare(CopyRange range, LoadProgress progress) {
    return pairs(Query.ALL.where(range.whole()))
        .buffer(SHOWN_EVERY)
        .doOnNext(pairs -> progress.advance(pairs.size()))
        .concatMapIterable(pairs -> pairs)
        .reduceWith(DifferenceCount::new, (count, pair) -> count.add(pair.source(), pair.target()))
        .map(DifferenceCount::result);
  }

  private Flux<Pair> pairs(Query query) {
    return Flux.mergeComparing(
            AHEAD,
            Comparator.comparing(Side::key),
            sides(source, query, true),
            sides(target, query, false).onErrorComplete(NotFoundException.class))
        .bufferUntilChanged(Side::key)
        .map(Pair::of);
  }

  private Flux<Side> sides(TableService service, Query query, boolean isSource) {
    return service.query(table, query).map(entity -> new Side(isSource, entity));
  }

  /** Removes the entities of the target whose keys the source does not have, and returns their number. */
  Mono<Long> removeExtra() {
    return pairs(Query.ALL.select("PartitionKey", "RowKey"))
        .filter(pair -> pair.source().isEmpty())
        .flatMap(
            pair ->
                target.write(table, new Write.Delete(pair.key(), IfMatch.ANY)).thenReturn(1L),
            REMOVALS_IN_FLIGHT)
        .reduce(0L, Long::sum);
  }
}
