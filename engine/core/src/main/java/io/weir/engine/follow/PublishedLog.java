package io.weir.engine.follow;

import io.weir.engine.log.CommitLog;
import io.weir.engine.log.LogSlices;
import io.weir.engine.loop.DrainToken;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.WorkPool;
import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log up to the frontier, below which every record is durable and published, and the followers
 * that read it.
 *
 * <pre>
 * durable   the log's position moves; the log thread hands over to a loop
 * round     the loop reads the position, and asks each shard to answer once it has published everything below it
 * read      when all have answered, a reading thread adds the new records to the tail
 * wake      the frontier moves, and the followers are woken
 * </pre>
 *
 * <p>Threads: the rounds belong to the holder of {@code token}, one round at a time. Everything
 * else: any thread.
 */
public final class PublishedLog {

  private static final Logger LOG = LoggerFactory.getLogger(PublishedLog.class);

  /**
   * Pause between two rounds under steady writes. The first round after a pause starts at once. A
   * round costs each shard and two threads a task.
   */
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(1);

  private static final Duration BETWEEN_CALLS = Duration.ofMillis(500);

  private final CommitLog log;
  private final List<Shard> shards;
  private final Loop loop;
  private final ExecutorService readers;
  private final LogSlices slices;
  private final LogTail tail;
  private final FollowerMemory memory;
  private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
  private final DrainToken token = new DrainToken();
  private final AtomicBoolean calling = new AtomicBoolean();

  /**
   * Written by the round after the tail holds the records below it. A follower that reads it finds
   * them there, or in segments.
   */
  private volatile long frontier = -1;

  /** The number of rounds that began. Written by the round before it reads the log's position. */
  private volatile long begun;

  /** The number of the last round that ended. Written by the round after the frontier. */
  private volatile long ended;

  private boolean failed;
  private volatile boolean closed;

  /** Receives a chunk, on a reading thread. */
  public interface ChunkReader {
    void read(LogChunk chunk);

    /** Reports that the records cannot be read, or are gone. */
    void failed(IOException failure);
  }

  /**
   * Makes a log without followers.
   *
   * @param loop runs the rounds
   * @param readers threads that may block; owned by this object
   * @param memory for what the followers hold besides the tail
   */
  public PublishedLog(
      CommitLog log,
      List<Shard> shards,
      Loop loop,
      ExecutorService readers,
      LogSlices slices,
      FollowerMemory memory) {
    this.log = log;
    this.shards = List.copyOf(shards);
    this.loop = loop;
    this.readers = readers;
    this.slices = slices;
    this.tail = new LogTail(slices);
    this.memory = memory;
    log.whenDurable(this::moved);
  }

  /**
   * The moment from which on a follower may begin.
   *
   * @param round that must have ended
   * @param acknowledged the position below which lies what was acknowledged before
   */
  public record Begin(long round, long acknowledged) {}

  /**
   * Adds a follower, and starts a round. Returns when the follower may begin: once
   * {@link #hasReached} it, all that was acknowledged before this call is below the frontier.
   */
  public Begin follow(Follower follower) {
    followers.add(follower);
    var begin = new Begin(begun + 1, log.acknowledgedPosition());
    moved();
    if (calling.compareAndSet(false, true)) {
      loop.schedule(BETWEEN_CALLS, this::call);
    }
    return begin;
  }

  /** Removes a follower. */
  public void leave(Follower follower) {
    followers.remove(follower);
  }

  /** Returns the memory that the followers hold besides the tail. */
  public FollowerMemory memory() {
    return memory;
  }

  /** Returns the number of followers. */
  public int followers() {
    return followers.size();
  }

  /**
   * Returns the position below which every record is durable and published; -1 before the first
   * round.
   */
  public long frontier() {
    return frontier;
  }

  /**
   * Whether a follower may begin. A failed log may never force what it has acknowledged, and a
   * faulted shard publishes nothing for now: neither keeps a follower from beginning.
   */
  public boolean hasReached(Begin begin) {
    return ended >= begin.round()
        && frontier >= 0
        && (frontier >= begin.acknowledged() || log.isFailed() || isFaulted());
  }

  private boolean isFaulted() {
    return shards.stream().anyMatch(Shard::isFaulted);
  }

  /** Returns the log position after the last record whose changes are published. */
  public long published() {
    return shards.stream().mapToLong(Shard::publishedPosition).max().orElse(0);
  }

  /** Whether followers will find no more records, because the store closes. */
  public boolean isClosed() {
    return closed;
  }

  /** Returns the chunk of the tail that holds a position; null when the tail does not hold it. */
  public @Nullable LogChunk tailAt(long position) {
    return tail.chunkAt(position);
  }

  /**
   * Reads a chunk from segments, on a reading thread, when there is memory for it. The share holds
   * the chunk before the reader receives it.
   *
   * @param from where a record begins, below the frontier
   */
  public void readAt(long from, int mostBytes, FollowerMemory.Share share, ChunkReader reader) {
    var to = frontier;
    run(
        () -> {
          if (!share.mayRead(() -> readAt(from, mostBytes, share, reader))) {
            return;
          }
          LogChunk chunk;
          try {
            chunk = LogChunk.read(slices, from, to, mostBytes);
          } catch (IOException e) {
            share.hold(0); // the next of the line
            reader.failed(e);
            return;
          }
          share.hold(chunk.bytes());
          reader.read(chunk);
        },
        reader::failed);
  }

  /** What a reading thread does for a follower. */
  @FunctionalInterface
  public interface Reading {
    void run(LogSlices slices) throws IOException;
  }

  /** Receives the failure of a reading. */
  @FunctionalInterface
  public interface Failure {
    void of(IOException cause);
  }

  /** Runs a task that reads the log, on a reading thread. */
  public void read(Reading reading, Failure failure) {
    run(
        () -> {
          try {
            reading.run(slices);
          } catch (IOException e) {
            failure.of(e);
          }
        },
        failure);
  }

  private void run(Runnable task, Failure failure) {
    try {
      readers.execute(task);
    } catch (RejectedExecutionException e) {
      failure.of(new IOException("the store is closed", e));
    }
  }

  /**
   * Ends the rounds. Wakes the followers, which then find the log closed. Reads in progress end.
   * Blocks.
   */
  public void close(Runnable pause) {
    closed = true;
    followers.forEach(Follower::wake);
    WorkPool.stop(readers, pause);
    tail.clear();
  }

  private void call() {
    if (closed) {
      return;
    }
    if (followers.isEmpty()) {
      releaseTail();
      calling.set(false);
      if (followers.isEmpty() || !calling.compareAndSet(false, true)) {
        return;
      }
    }
    moved();
    followers.forEach(Follower::wake);
    loop.schedule(BETWEEN_CALLS, this::call);
  }

  private void releaseTail() {
    if (token.acquire()) {
      var covered = token.calls();
      run(
          () -> {
            tail.clear();
            end(covered);
          },
          closing -> end(covered));
    }
  }

  private void moved() {
    if (!closed && !followers.isEmpty() && token.acquire()) {
      loop.execute(this::round);
    }
  }

  private void round() {
    var covered = token.calls();
    var next = begun + 1;
    begun = next;
    var position = log.durablePosition();
    if (position == frontier) {
      end(covered);
      return;
    }
    var left = new AtomicInteger(shards.size());
    shards.forEach(shard -> shard.whenPublished(() -> {
      if (left.decrementAndGet() == 0) {
        loop.execute(() -> published(position, covered)); // outside of the shard's task
      }
    }));
  }

  private void published(long position, int covered) {
    if (isFaulted()) {
      end(covered);
      return;
    }
    run(
        () -> {
          extendTail(position);
          frontier = position;
          end(covered);
        },
        closing -> end(covered));
  }

  /**
   * A tail that cannot be read is left out. The followers then read for themselves, and learn of
   * the failure.
   */
  private void extendTail(long position) {
    try {
      tail.readTo(position);
      failed = false;
    } catch (IOException e) {
      if (!failed) {
        failed = true;
        LOG.warn("the newest records of the log could not be read position={}", position, e);
      }
    }
  }

  private void end(int covered) {
    ended = begun;
    followers.forEach(Follower::wake);
    if (!token.release(covered)) {
      loop.schedule(BETWEEN_ROUNDS, this::round);
    }
  }
}
