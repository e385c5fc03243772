package io.weir.api.follow;

import io.weir.api.FeedItem;
import io.weir.api.FeedToken;
import io.weir.api.TableKey;
import io.weir.api.entity.Entity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Consecutive items of a feed that are applied together. Immutable; any thread.
 *
 * @param items one or more
 */
public record FeedChunk(List<FeedItem> items) {

  /** Fails with {@link IllegalArgumentException} for no items. */
  public FeedChunk {
    items = List.copyOf(items);
    if (items.isEmpty()) {
      throw new IllegalArgumentException("items=none");
    }
  }

  /** Returns the last item. A {@link ChunkBoundary} says which kinds of items it may be. */
  public FeedItem last() {
    return items.get(items.size() - 1);
  }

  /**
   * Returns the place after the chunk. If the chunk ends inside a batch, this is the place before
   * the batch.
   */
  public FeedToken place() {
    return last().token();
  }

  /** Returns the changes, in their order. */
  public List<FeedItem.Change> changes() {
    return items.stream()
        .filter(FeedItem.Change.class::isInstance)
        .map(FeedItem.Change.class::cast)
        .toList();
  }

  /**
   * Returns what the chunk leaves of each changed entity: its last state, empty if it was removed.
   * Removed ranges and dropped tables do not count.
   */
  public Map<TableKey, Optional<Entity>> lastStates() {
    var last = new LinkedHashMap<TableKey, Optional<Entity>>();
    changes()
        .forEach(change -> last.put(new TableKey(change.table(), change.key()), change.after()));
    return last;
  }
}
