package io.weir.engine.store;

import io.weir.engine.log.CommitLog;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.recovery.CheckpointBounds;
import io.weir.engine.store.recovery.ServingShards;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether log and page files are worth a checkpoint.
 *
 * <ul>
 *   <li>The log has grown by an eighth of the pages since the last one, within
 *       {@link CheckpointBounds bounds}, or has no room: a checkpoint frees segments.
 *   <li>Places that wait for the next one take an eighth of the room of the pages, and at least 32
 *       MiB.
 *   <li>Page files cannot grow and places wait.
 *   <li>At most each ten seconds, only to give room back to the disk: the log grows slowly, and
 *       these places take an eighth of the page files and at least 1 MiB; or page files were
 *       emptied, and can be deleted once the places in them need not wait any more.
 * </ul>
 *
 * <p>One loop calls {@link #look}; all else: any thread, a moment's view.
 */
final class CheckpointNeed {

  /** The shortest pause before a checkpoint that only gives room back. */
  private static final Duration FOR_ROOM_EVERY = Duration.ofSeconds(10);

  private final CommitLog log;
  private final ServingShards contents;
  private final List<ShardTree> trees;
  private final LeftOutShards leftOut;
  private final CheckpointBounds bounds;
  private final LogPace pace;
  private final LongSupplier nanoClock;

  /**
   * @param leftOut shards in which no checkpoint makes room
   * @param mostLogBytes the log never grows by more without a checkpoint being due
   */
  CheckpointNeed(
      CommitLog log,
      ServingShards contents,
      List<ShardTree> trees,
      LeftOutShards leftOut,
      long mostLogBytes,
      LongSupplier nanoClock) {
    this.log = log;
    this.contents = contents;
    this.trees = trees;
    this.leftOut = leftOut;
    this.bounds = new CheckpointBounds(mostLogBytes);
    this.pace = new LogPace(mostLogBytes, nanoClock.getAsLong(), log.durablePosition());
    this.nanoClock = nanoClock;
  }

  /** Looks how fast the log grows. To be called several times per second. */
  void look() {
    pace.look(nanoClock.getAsLong(), log.durablePosition());
  }

  /**
   * Whether there is a need.
   *
   * @param last the position of the last checkpoint
   * @param lastEndNanos when the last attempt ended
   */
  boolean isThere(long last, long lastEndNanos) {
    var position = log.durablePosition();
    return position - last > bounds.logBytes(pageBytes())
        || position > last && contents.logLacksRoom()
        || isLimboFull()
        || nanoClock.getAsLong() - lastEndNanos >= FOR_ROOM_EVERY.toNanos() && isWorthRoom();
  }

  /** Whether the log after a checkpoint is twice as long as one that makes the next one due. */
  boolean isOverdue(long last) {
    return log.durablePosition() - last > 2 * bounds.logBytes(pageBytes());
  }

  private boolean isLimboFull() {
    var limbo = limboBytes();
    return limbo > bounds.limboBytes(pageBytes()) || limbo > 0 && contents.lacksRoom();
  }

  /** Whether a checkpoint would give room back, and can succeed. */
  private boolean isWorthRoom() {
    return contents.shards().stream().noneMatch(Shard::isFaulted)
        && (pace.isSlow() && limboBytes() > bounds.slowLimboBytes(fileBytes())
            || captured().anyMatch(tree -> tree.pages().awaitsCheckpoint()));
  }

  /** Returns the trees that a checkpoint captures. */
  private Stream<ShardTree> captured() {
    return IntStream.range(0, trees.size())
        .filter(shard -> !leftOut.contains(shard))
        .mapToObj(trees::get);
  }

  /** Returns the bytes of the page files. */
  private long fileBytes() {
    return trees.stream().mapToLong(tree -> tree.pages().stats().diskBytes()).sum();
  }

  /** Returns the bytes of the places of all pages in use. */
  private long pageBytes() {
    return trees.stream().mapToLong(tree -> tree.pages().usedBytes()).sum();
  }

  /** Returns the bytes of the places that wait for a checkpoint. */
  long limboBytes() {
    return captured().mapToLong(tree -> tree.pages().limboBytes()).sum();
  }

  /** Whether places are kept for pins. */
  boolean hasPinnedPlaces() {
    return captured().anyMatch(tree -> tree.pages().pinnedBytes() > 0);
  }
}
