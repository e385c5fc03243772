package io.weir.cli.copy;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.NotFoundException;
import io.weir.api.filter.Filter;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedChunk;
import io.weir.api.follow.FeedCursor;
import io.weir.api.follow.FeedPlace;
import io.weir.cli.terminal.CommandFailure;
import io.weir.pattern.migration.RegionCopy;
import java.util.function.Function;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Changes by the source's change feed: all of them, removals included, in their order. A round is a
 * run of changes, of which only the last one of each key counts, and the item that ends it.
 *
 * <p>A removed range names no keys, and its partition groups are the source's own: the keys of the
 * whole table are compared, and those that the source does not have are removed. A dropped table is
 * dropped. Immutable; any thread.
 */
record FeedChanges(TableService source, LoadedTarget target, Predicate<TableName> isChosen)
    implements SourceChanges {

  private static final String KIND = "feed:";

  @Override
  public Mono<String> begin() {
    return feed(FeedStart.NOW)
        .filter(item -> item instanceof FeedItem.Checkpoint)
        .next()
        .map(item -> place(item.token()));
  }

  private Flux<FeedItem> feed(FeedStart from) {
    return source.changes(FeedScope.ACCOUNT, from);
  }

  private static String place(FeedToken token) {
    return KIND + token.text();
  }

  @Override
  public Flux<Long> from(String place, Function<String, Mono<Void>> note) {
    if (!place.startsWith(KIND)) {
      return Flux.error(CommandFailure.failed(
          "The journal was begun without the change feed; delete it to copy from the start."));
    }
    var from = FeedStart.after(new FeedToken(place.substring(KIND.length())));
    return FeedCursor.over(this::feed, ChunkBoundary.runs(Integer.MAX_VALUE))
        .follow(new Noted(from, note), this::repeat);
  }

  /**
   * The place in the journal. A failure ends the cursor, and the next one begins at the place that
   * the journal has then.
   */
  private record Noted(FeedStart begun, Function<String, Mono<Void>> note) implements FeedPlace {

    @Override
    public Mono<FeedStart> from() {
      return Mono.just(begun);
    }

    @Override
    public Mono<Void> passed(FeedChunk round) {
      return note.apply(place(round.place()));
    }
  }

  private Mono<Long> repeat(FeedChunk round) {
    var copy = new RegionCopy(source, target, key -> isChosen.test(key.table()), Filter.ALL);
    return copy.repeat(round)
        .flatMap(changes -> round.last().dispatch(new Ending(copy)).map(more -> changes + more));
  }

  /** Repeats the item that ends a round, if it is no change. Emits the number of changes. */
  private final class Ending implements FeedItem.Handler<Mono<Long>> {

    private final RegionCopy copy;

    Ending(RegionCopy copy) {
      this.copy = copy;
    }

    @Override
    public Mono<Long> change(FeedItem.Change item) {
      return Mono.just(0L);
    }

    @Override
    public Mono<Long> rangeRemoved(FeedItem.RangeRemoved item) {
      return isChosen.test(item.table())
          ? copy.removeExtra(item.table())
              .onErrorReturn(NotFoundException.class, 0L) // the source has dropped the table since
          : Mono.just(0L);
    }

    @Override
    public Mono<Long> tableDropped(FeedItem.TableDropped item) {
      return isChosen.test(item.table()) ? target.drop(item.table()).thenReturn(1L) : Mono.just(0L);
    }

    @Override
    public Mono<Long> checkpoint(FeedItem.Checkpoint item) {
      return Mono.just(0L);
    }
  }
}
