package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.log.CommitLog;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PageDamaged;
import io.weir.engine.shard.Shard;
import io.weir.engine.snapshot.SnapshotSource;
import io.weir.engine.snapshot.Snapshots;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a snapshot when the log has outgrown the last one, so that the log, and with it the next start, stays bounded.
 *
 * <p>When one is due is the business of {@link CheckpointPolicy}.
 *
 * <p>Owner: a work thread; {@code writing} keeps it to one at a time. Whether one is due is looked at once a second on a loop.
 */
final class Checkpoints implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);
  private static final long UNKNOWN = -1;
  private static final int MOST_DOUBLINGS = 6;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Snapshots snapshots;
  private final CommitLog log;
  private final List<Shard> shards;
  private final Executor workThreads;
  private final StoreEnvironment environment;
  private final CheckpointPolicy policy;
  private final ReentrantLock writing = new ReentrantLock();

  /** Written by the work thread, read by the loop that looks; a stale value makes a snapshot a second late. */
  private volatile long lastPosition;

  /** Length of the snapshot that counts; {@link #UNKNOWN} until it was looked at. Written and read as the position is. */
  private volatile long lastBytes = UNKNOWN;

  private final AtomicInteger failedInARow = new AtomicInteger();

  private volatile boolean closed;

  Checkpoints(
      Snapshots snapshots,
      CommitLog log,
      List<Shard> shards,
      Executor workThreads,
      StoreEnvironment environment,
      long minLogBytes,
      long lastPosition) {
    this.snapshots = snapshots;
    this.log = log;
    this.shards = shards;
    this.workThreads = workThreads;
    this.environment = environment;
    this.policy = new CheckpointPolicy(minLogBytes);
    this.lastPosition = lastPosition;
  }

  /** Looks now and every second from now on whether a snapshot is due. */
  void watchOn(Loop loop) {
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
   * Writes a snapshot before the store serves where the log has grown twice as far as one should have been written. Lives that end
   * before their snapshot counts leave such a log, and without this each of them would make the next start longer. Blocks; a failure is
   * logged, and the store serves all the same.
   */
  void catchUp() {
    if (log.durablePosition() == lastPosition) {
      return;
    }
    try {
      lastBytes = snapshots.bytes();
      if (policy.isDue((log.durablePosition() - lastPosition) / 2, lastBytes)) {
        write();
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("the snapshot that is overdue could not be written before serving", e);
    }
  }

  /** Writes a snapshot of all that was acknowledged by now, and drops the log before it. Blocks; returns when it counts. */
  void write() throws IOException {
    writing.lock();
    try {
      writeUnlessCurrent();
      failedInARow.set(0);
    } catch (IOException | RuntimeException | Error e) {
      failedInARow.incrementAndGet();
      throw e;
    } finally {
      writing.unlock();
    }
  }

  private void writeUnlessCurrent() throws IOException {
    if (closed) {
      return; // the log is being closed: nobody may wait for it any more
    }
    awaitDurable(published());
    var position = log.durablePosition();
    if (position == lastPosition) {
      return;
    }
    var startedNanos = environment.nanoClock().getAsLong();
    requireSoundShards();
    var bytes = snapshots.write(position, awaitPublished(), entries());
    log.truncateBefore(position);
    lastPosition = position;
    lastBytes = bytes;
    LOG.info(
        "Wrote a snapshot. position={} bytes={} millis={}",
        position,
        bytes,
        Duration.ofNanos(environment.nanoClock().getAsLong() - startedNanos).toMillis());
  }

  /** Position up to which the last snapshot holds everything. Any thread. */
  long lastPosition() {
    return lastPosition;
  }

  /**
   * Runs something while no snapshot is written and the log is not cut. Blocks while one is being written, and until the log is
   * durable up to what was acknowledged before the call; one that failed is taken as it is.
   */
  <T> T holding(Held<T> action) throws IOException {
    writing.lock();
    try {
      if (closed) {
        throw new IOException("The store is being closed.");
      }
      if (!log.isFailed()) {
        awaitDurable(published());
      }
      return action.run();
    } finally {
      writing.unlock();
    }
  }

  /** What {@link #holding} runs. */
  @FunctionalInterface
  interface Held<T> {
    T run() throws IOException;
  }

  /** Waits for a snapshot that is being written; none is begun from now on. */
  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
    } finally {
      writing.unlock();
    }
  }

  /** How many snapshots in a row could not be written. Any thread. */
  int failedInARow() {
    return failedInARow.get();
  }

  /** After failures the wait doubles, up to about a minute: a snapshot is much work to throw away. */
  private Duration untilNextLook() {
    return LOOK_EVERY.multipliedBy(1L << Math.min(failedInARow.get(), MOST_DOUBLINGS));
  }

  private boolean isDue() {
    return policy.isDue(log.durablePosition() - lastPosition, lastBytes)
        && shards.stream().noneMatch(Shard::isRefused);
  }

  /** Where somebody reads the files, as a backup does, the next look finds the snapshot still due. */
  private void writeWhenDue() {
    if (!writing.tryLock()) {
      return;
    }
    try {
      if (lastBytes == UNKNOWN) {
        lastBytes = snapshots.bytes();
      }
      if (isDue()) {
        write();
      }
    } catch (IOException | RuntimeException | Error e) {
      // deliberate: errors too, or nobody would look again whether a snapshot is due
      LOG.error(
          "A snapshot could not be written; the log grows on until one can. failedInARow={}",
          failedInARow.get(),
          e);
    } finally {
      writing.unlock();
    }
  }

  /**
   * Returns when all that was durable before the call is published in every shard; answers the highest Timestamp given so far.
   *
   * <p>The log calls its completions, which queue at the shards' loops, before it moves its durable position. So a task that is
   * sent to a loop after the position was read runs behind them.
   */
  private long awaitPublished() {
    var highest = shards.stream()
        .map(shard -> {
          var answer = new CompletableFuture<Long>();
          shard.execute(() -> answer.complete(shard.lastTicks()));
          return answer;
        })
        .toList();
    while (!highest.stream().allMatch(CompletableFuture::isDone)) {
      environment.pause().run();
    }
    return highest.stream().mapToLong(CompletableFuture::join).max().orElse(0);
  }

  private SnapshotSource entries() {
    return sink -> {
      for (var shard : shards) {
        everything(shard, sink);
      }
      var seen = published();
      awaitDurable(seen);
      requireSoundShards(); // before the snapshot counts: it may hold what a fault left
      return seen;
    };
  }

  /** Fails when a shard is to be rebuilt, or turns out to be damaged: each page is verified before it is read. */
  private static void everything(Shard shard, SnapshotSource.Sink sink) throws IOException {
    try {
      TreeWalk.everything(shard, sink);
    } catch (PageDamaged | ServiceBusyException e) {
      throw new IOException("No snapshot can be written before a shard is rebuilt.", e);
    }
  }

  private void requireSoundShards() throws IOException {
    if (shards.stream().anyMatch(Shard::isFaulted)) {
      throw new IOException("A task of a shard failed, and its pages are not to be trusted.");
    }
  }

  /** The position behind the last record whose changes can be seen. */
  private long published() {
    return shards.stream().mapToLong(Shard::publishedPosition).max().orElse(0);
  }

  /**
   * Returns when the log is durable up to a position.
   *
   * <p>The snapshot may hold changes that are published but, where forces come at intervals, not forced yet. Were it to count before
   * they are, a crash could keep these and lose others that were acknowledged earlier.
   */
  private void awaitDurable(long position) throws IOException {
    while (log.durablePosition() < position) {
      if (log.isFailed()) {
        throw new IOException("The log failed before it was durable up to what is published.");
      }
      environment.pause().run();
    }
  }
}
