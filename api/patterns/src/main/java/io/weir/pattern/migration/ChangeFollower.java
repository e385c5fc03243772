package io.weir.pattern.migration;

import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableKey;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.follow.ChunkBoundary;
import io.weir.api.follow.FeedChunk;
import io.weir.api.follow.FeedCursor;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Repeats the source's changes in the target, in rounds: a round writes a mark to the source, and
 * ends when the feed has reported the mark.
 *
 * <p>Changes are repeated in the feed's order, from a place before the copy. A change that is older
 * than the copied entity takes it back for a while, and a later change of the round brings it
 * forward again: after the round, the target has each entity as it was at the mark, or later.
 * Timestamps are not compared, because those of the two shards come from different clocks.
 *
 * <p>A removed range and a dropped table are left out: routers remove no ranges, and the comparison
 * of the frozen region finds what another program has removed.
 *
 * <p>Demand: the changes between two checkpoints are applied before the next ones are. Immutable;
 * any thread.
 */
record ChangeFollower(MovableShards shards, KeyRegion region, RegionCopy copy) {

  /**
   * The end of a round, or of a part of it.
   *
   * @param place where the next round begins
   * @param changes number of changed entities in it
   * @param isMarked whether the mark was written before the place
   */
  record Round(FeedToken place, long changes, boolean isMarked) {
    Round and(Round next) {
      return new Round(next.place, changes + next.changes, next.isMarked);
    }
  }

  /** Follows the feed from a place to a mark of this text, which no earlier round has used. */
  Mono<Round> follow(FeedToken from, String markText) {
    var key = shards.mark();
    var mark = Entity.builder(key.key().partitionKey(), key.key().rowKey())
        .set("Mark", markText)
        .build();
    return copy.source()
        .write(key.table(), new Write.Upsert(mark, WriteMode.REPLACE))
        .thenMany(FeedCursor.over(this::changes, ChunkBoundary.CHECKPOINTS)
            .follow(() -> Mono.just(FeedStart.after(from)), chunk -> repeat(chunk, mark)))
        .takeUntil(Round::isMarked)
        .reduce(new Round(from, 0, false), Round::and);
  }

  private Flux<FeedItem> changes(FeedStart from) {
    return copy.source().changes(scope(), from);
  }

  private Mono<Round> repeat(FeedChunk chunk, Entity mark) {
    return copy.repeat(chunk)
        .map(changes -> new Round(chunk.place(), changes, isMarked(chunk, mark)));
  }

  private boolean isMarked(FeedChunk chunk, Entity mark) {
    return chunk.changes().stream()
        .filter(change -> new TableKey(change.table(), change.key()).equals(shards.mark()))
        .anyMatch(change ->
            change.after().filter(after -> after.toMap().equals(mark.toMap())).isPresent());
  }

  /** Returns the scope of the region's changes and the marks. */
  FeedScope scope() {
    var keys = region.filter();
    return keys.equals(Filter.ALL)
        ? FeedScope.ACCOUNT
        : FeedScope.ACCOUNT.where(new Filter.Or(List.of(
            keys,
            new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(shards.name())))));
  }
}
