package io.weir.pattern.migration;

import io.weir.api.FeedItem;
import io.weir.api.FeedToken;
import io.weir.api.TableKey;
import io.weir.api.entity.Entity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The changes between two checkpoints of the source's feed: the last state of each entity of the region, and whether the mark is among them.
 *
 * <p>A removed range and a dropped table are left out: routers remove no ranges, and the comparison of the frozen region finds what another
 * program has removed.
 *
 * <p>Belongs to one subscription.
 */
final class FollowedChanges implements FeedItem.Handler<Boolean> {

  private final MovableShards shards;
  private final KeyRegion region;
  private final Entity mark;
  private final Map<TableKey, Optional<Entity>> last = new LinkedHashMap<>();
  private @Nullable FeedToken place;
  private boolean isMarked;

  FollowedChanges(MovableShards shards, KeyRegion region, Entity mark, List<FeedItem> items) {
    this.shards = shards;
    this.region = region;
    this.mark = mark;
    items.forEach(item -> item.dispatch(this));
  }

  /** Returns the last state of each entity that has changed; empty for a removed one. */
  Map<TableKey, Optional<Entity>> last() {
    return last;
  }

  /** Returns the place after these changes. */
  Optional<FeedToken> place() {
    return Optional.ofNullable(place);
  }

  /** Whether the mark was written before the place. */
  boolean isMarked() {
    return isMarked;
  }

  @Override
  public Boolean change(FeedItem.Change item) {
    var key = new TableKey(item.table(), item.key());
    isMarked |= key.equals(shards.mark())
        && item.after().filter(after -> after.toMap().equals(mark.toMap())).isPresent();
    if (shards.isSpread(item.table()) && region.contains(item.key().partitionKey())) {
      last.put(key, item.after());
      return true;
    }
    return false;
  }

  @Override
  public Boolean rangeRemoved(FeedItem.RangeRemoved item) {
    return false;
  }

  @Override
  public Boolean tableDropped(FeedItem.TableDropped item) {
    return false;
  }

  @Override
  public Boolean checkpoint(FeedItem.Checkpoint item) {
    place = item.token();
    return true;
  }
}
