package io.weir.engine.store.checkpoint;

import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loop;
import io.weir.engine.snapshot.SnapshotSource;
import io.weir.engine.snapshot.Snapshots;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a snapshot when the log has outgrown the last one. The log, and with it the time of the next start, stays bounded.
 *
 * <p>{@link CheckpointPolicy} decides when a snapshot is due. One is due as well when log or page files have no room, because a
 * snapshot frees segments. A due snapshot waits until the disk has room for it. It is then written at the pace of the log ({@link SnapshotPace}), and
 * at once when room is short, at a stop and before the store serves.
 *
 * <p>Owner: a work thread; the lock {@code writing} admits one at a time. A loop checks once per second whether a snapshot is due.
 */
public final class Checkpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final long UNKNOWN = -1;
  private static final int MOST_DOUBLINGS = 3;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Snapshots snapshots;
  private final CommitLog log;
  private final SnapshotContents contents;
  private final Executor workThreads;
  private final LongSupplier nanoClock;
  private final SnapshotRoom room;
  private final LogRetention retention;
  private final CheckpointPolicy policy;

  /** Writes a checkpoint of the pages, so that it does not hold the log before the snapshot. Set before the store serves. */
  private Held<?> pages = () -> 0;

  private final ReentrantLock writing = new ReentrantLock();

  /** Written by the work thread, read by the loop that checks. A stale value delays a snapshot by one second. */
  private volatile long lastPosition;

  /** Length of the current snapshot; {@link #UNKNOWN} until it was first read. Written and read like the position. */
  private volatile long lastBytes = UNKNOWN;

  private final AtomicInteger failedInARow = new AtomicInteger();

  /** Whether the last due snapshot found no room. Owner: the work thread that {@link #watchOn} uses, one at a time. */
  private boolean noRoom;

  private volatile boolean closed;

  public Checkpoints(
      Snapshots snapshots,
      CommitLog log,
      SnapshotContents contents,
      Executor workThreads,
      LongSupplier nanoClock,
      SnapshotRoom room,
      LogRetention retention,
      long minLogBytes,
      long lastPosition) {
    this.snapshots = snapshots;
    this.log = log;
    this.contents = contents;
    this.workThreads = workThreads;
    this.nanoClock = nanoClock;
    this.room = room;
    this.retention = retention;
    this.policy = new CheckpointPolicy(minLogBytes);
    this.lastPosition = lastPosition;
  }

  /** Sets the action that writes a checkpoint of the pages, which runs after each snapshot. Called before the store serves. */
  public void followedBy(Held<?> checkpoint) {
    pages = checkpoint;
  }

  /** Checks now, and every second from now on, whether a snapshot is due. */
  public void watchOn(Loop loop) {
    if (closed) {
      return;
    }
    if (isDue()) {
      workThreads.execute(() -> {
        writeWhenDue();
        loop.schedule(untilNextLook(), () -> watchOn(loop));
      });
    } else {
      loop.schedule(LOOK_EVERY, () -> watchOn(loop));
    }
  }

  /**
   * Writes a snapshot before the store serves if the log is twice as long as a due snapshot requires. Processes that end before their
   * snapshot is complete leave such a log. Without this snapshot each of them would make the next start longer. Blocks. A failure is logged,
   * and the store serves nevertheless.
   */
  public void catchUp() {
    if (log.durablePosition() == lastPosition) {
      return;
    }
    try {
      lastBytes = snapshots.bytes();
      if (policy.isDue((log.durablePosition() - lastPosition) / 2, lastBytes)) {
        write();
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the overdue snapshot could not be written before serving", e);
    }
  }

  /** Writes a snapshot of all acknowledged writes and removes the log before it. Blocks until it is the current snapshot. */
  public void write() throws IOException {
    write(contents.entries());
  }

  private void write(SnapshotSource entries) throws IOException {
    writing.lock();
    try {
      writeUnlessCurrent(entries);
      failedInARow.set(0);
    } catch (IOException | RuntimeException | Error e) {
      failedInARow.incrementAndGet();
      throw e;
    } finally {
      writing.unlock();
    }
  }

  private void writeUnlessCurrent(SnapshotSource entries) throws IOException {
    if (closed) {
      return; // the log closes, and no position may be awaited any more
    }
    contents.awaitDurable();
    var position = log.durablePosition();
    if (position == lastPosition) {
      return;
    }
    var startedNanos = nanoClock.getAsLong();
    contents.requireSound();
    var pageBytes = room.pageBytes();
    var bytes = snapshots.write(position, contents.awaitPublished(), entries);
    lastPosition = position;
    lastBytes = bytes;
    writePages();
    retention.covered(position);
    room.wrote(bytes, pageBytes);
    LOG.info(
        "wrote a snapshot position={} bytes={} millis={}",
        position,
        bytes,
        Duration.ofNanos(nanoClock.getAsLong() - startedNanos).toMillis());
  }

  private void writePages() {
    try {
      var unused = pages.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "no checkpoint of the pages followed the snapshot; the log is kept from the last one on",
          e);
    }
  }

  /** Returns the log position up to which the last snapshot contains all changes. Any thread. */
  public long lastPosition() {
    return lastPosition;
  }

  /**
   * Runs an action while no snapshot is written and the log is not truncated. Blocks while a snapshot is written, and until the log is
   * durable up to the writes that were acknowledged before the call. A failed log is not waited for.
   */
  public <T> T holding(Held<T> action) throws IOException {
    writing.lock();
    try {
      if (closed) {
        throw new IOException("the store is being closed");
      }
      if (!log.isFailed()) {
        contents.awaitDurable();
      }
      return action.run();
    } finally {
      writing.unlock();
    }
  }

  /** An action of {@link #holding}. */
  @FunctionalInterface
  public interface Held<T> {
    T run() throws IOException;
  }

  /** Waits for a snapshot in progress and starts no further one. */
  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
  }

  /** Returns how many snapshots in a row could not be written. Any thread. */
  public int failedInARow() {
    return failedInARow.get();
  }

  /**
   * Returns the pause before the next check. Each failure doubles it, up to 8 seconds, because a failed snapshot is much wasted work. A lack
   * of room does not, because nothing is written before there is room.
   */
  private Duration untilNextLook() {
    return noRoom
        ? LOOK_EVERY
        : LOOK_EVERY.multipliedBy(1L << Math.min(failedInARow.get(), MOST_DOUBLINGS));
  }

  private boolean isDue() {
    var logged = log.durablePosition() - lastPosition;
    return (policy.isDue(logged, lastBytes)
            || logged > 0 && contents.logLacksRoom()
            || logged > policy.leastLogBytes() && contents.lacksRoom())
        && !contents.isRefused();
  }

  private boolean roomIsShort() {
    return contents.logLacksRoom() || contents.lacksRoom();
  }

  private SnapshotPace pace() {
    var logged = log.durablePosition() - lastPosition;
    return new SnapshotPace(
        log::durablePosition,
        lastBytes > 0 ? lastBytes : logged,
        policy.allowance(lastBytes),
        nanoClock,
        contents.pause(),
        () -> writing.hasQueuedThreads() || roomIsShort());
  }

  /** Writes a snapshot if one is due. While a backup holds the lock nothing is written; the next check finds the snapshot still due. */
  private void writeWhenDue() {
    if (!writing.tryLock()) {
      return;
    }
    try {
      if (lastBytes == UNKNOWN) {
        lastBytes = snapshots.bytes();
      }
      if (isDue() && isRoom()) {
        write(roomIsShort() ? contents.entries() : pace().slowed(contents.entries()));
      }
    } catch (IOException | RuntimeException | Error e) {
      // deliberate: errors too; after an uncaught one no check would follow
      LOG.error(
          "a snapshot could not be written; the log grows until one can be written failedInARow={}",
          failedInARow.get(),
          e);
    } finally {
      writing.unlock();
    }
  }

  /** Whether the disk has room for a snapshot. Logs and counts the first check that finds none. */
  private boolean isRoom() throws IOException {
    if (room.isFree()) {
      noRoom = false;
      return true;
    }
    if (!noRoom) {
      noRoom = true;
      failedInARow.incrementAndGet();
      LOG.warn(
          "the disk has no room for a snapshot; the log grows until there is room neededBytes={}",
          room.bytes());
    }
    return false;
  }
}
