package io.weir.pattern.view;

import io.weir.api.FeedItem;
import io.weir.api.entity.Entity;
import java.util.function.Predicate;

/**
 * Finds the last item of each chunk of changes that are applied together: anything but a change, or the change that fills the chunk.
 *
 * <p>A feed that has caught up sends a checkpoint, so a chunk never waits for changes to come. Belongs to one feed.
 */
final class ChunkBoundary implements Predicate<FeedItem> {

  /** A chunk ends after so many bytes of entities. */
  static final long MOST_BYTES = 4 << 20;

  private final int mostChanges;
  private int changes;
  private long bytes;

  ChunkBoundary(int mostChanges) {
    this.mostChanges = mostChanges;
  }

  @Override
  public boolean test(FeedItem item) {
    if (item instanceof FeedItem.Change change) {
      changes++;
      bytes +=
          change.after().map(Entity::encoded).map(encoded -> encoded.length).orElse(0);
      if (changes < mostChanges && bytes < MOST_BYTES) {
        return false;
      }
    }
    changes = 0;
    bytes = 0;
    return true;
  }
}
