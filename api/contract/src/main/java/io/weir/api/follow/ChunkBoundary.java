package io.weir.api.follow;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Change;
import io.weir.api.entity.Entity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The places at which a feed is cut into chunks.
 *
 * <p>A feed that has caught up sends a checkpoint, and each boundary ends a chunk there. A chunk
 * therefore never waits for changes to come. Immutable; any thread.
 */
public final class ChunkBoundary {

  /** Each item is a chunk. */
  public static final ChunkBoundary ITEMS = endingWith(() -> item -> true);

  /**
   * A chunk ends with a checkpoint. A service sends one after each batch, after 256 single changes,
   * and after 1 MiB.
   */
  public static final ChunkBoundary CHECKPOINTS =
      endingWith(() -> FeedItem.Checkpoint.class::isInstance);

  /** A chunk has the changes of one batch, or one item of another kind. No batch is divided. */
  public static final ChunkBoundary BATCHES =
      new ChunkBoundary(ChunkBoundary::areApart, () -> item -> !isOfBatch(item));

  /** A run ends after so many bytes of entities. */
  static final long MOST_BYTES = 4 << 20;

  private final BiPredicate<FeedItem, FeedItem> isBetween;
  private final Supplier<Predicate<FeedItem>> isAfter;

  /**
   * Makes a boundary.
   *
   * @param isBetween whether a chunk ends between two items
   * @param isAfter makes the test for one feed, whether a chunk ends after an item
   */
  private ChunkBoundary(
      BiPredicate<FeedItem, FeedItem> isBetween, Supplier<Predicate<FeedItem>> isAfter) {
    this.isBetween = isBetween;
    this.isAfter = isAfter;
  }

  private static ChunkBoundary endingWith(Supplier<Predicate<FeedItem>> isAfter) {
    return new ChunkBoundary((item, next) -> false, isAfter);
  }

  /**
   * A chunk ends with anything but a change, or with the change that fills it: by number, or by 4
   * MiB of entities. Only its last item is no change.
   */
  public static ChunkBoundary runs(int mostChanges) {
    return endingWith(() -> new RunEnd(mostChanges));
  }

  /** An entity that existed when the feed began is of no batch. */
  private static boolean isOfBatch(FeedItem item) {
    return item instanceof Change change && change.cause() != FeedItem.Cause.EXISTING;
  }

  private static boolean areApart(FeedItem item, FeedItem next) {
    return !(item instanceof Change one
        && next instanceof Change other
        && isOfBatch(next)
        && one.batch() == other.batch());
  }

  /** Returns what cuts one feed: takes an item, and returns the chunks that are complete then. */
  Function<FeedItem, List<FeedChunk>> assembly() {
    return new Assembly();
  }

  /** The open chunk of one feed. */
  private final class Assembly implements Function<FeedItem, List<FeedChunk>> {

    private final Predicate<FeedItem> isLast = isAfter.get();
    private final List<FeedItem> open = new ArrayList<>();

    @Override
    public List<FeedChunk> apply(FeedItem item) {
      var complete = new ArrayList<FeedChunk>(2);
      if (!open.isEmpty() && isBetween.test(open.get(open.size() - 1), item)) {
        complete.add(close());
      }
      open.add(item);
      if (isLast.test(item)) {
        complete.add(close());
      }
      return complete;
    }

    private FeedChunk close() {
      var chunk = new FeedChunk(open);
      open.clear();
      return chunk;
    }
  }

  /** Finds the end of each run of changes. */
  private static final class RunEnd implements Predicate<FeedItem> {

    private final int mostChanges;
    private int changes;
    private long bytes;

    RunEnd(int mostChanges) {
      this.mostChanges = mostChanges;
    }

    @Override
    public boolean test(FeedItem item) {
      if (item instanceof Change change) {
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
}
