package io.weir.engine.store;

import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.replication.MarkReader;
import io.weir.engine.store.recovery.CheckpointRoom;
import io.weir.engine.store.recovery.LogHandover;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens the log of a store with the store's options. Owner: the opening thread.
 *
 * @param recorded the durable position in {@link io.weir.engine.log.DurableRecord}
 * @param room the room that the log leaves free
 * @param marks finds the marks of a node of several; null for a store of its own
 */
record LogOpening(
    StoreFolder folder,
    StoreOptions options,
    LongSupplier nanoClock,
    Executor workThreads,
    long recorded,
    CheckpointRoom room,
    @Nullable MarkReader marks) {

  /**
   * Opens the log and passes its records from a position on to the visitor. Fails as
   * {@link FileLog#open} does.
   *
   * @param reached a position up to which the log was once durable, taken from another file
   */
  FileLog open(long from, long reached, LogVisitor visitor) throws IOException {
    var found = marks;
    return FileLog.open(
        environment(),
        config(),
        from,
        Math.max(reached, recorded),
        found == null ? visitor : found.passingTo(visitor));
  }

  /**
   * Opens the log and hands its records over to the shards. When it fails, no shard is being filled
   * any more.
   */
  FileLog replay(long from, long reached, LogHandover shards) throws IOException {
    try {
      return open(from, reached, shards);
    } catch (IOException | RuntimeException e) {
      shards.abandon();
      throw e;
    }
  }

  /**
   * Returns the largest possible length of the log after a position: the capacity of its segments,
   * in bytes.
   */
  long bytesAfter(long from) throws IOException {
    return FileLog.bytesAfter(environment(), config(), from);
  }

  /** Whether the log can be read from a position on. */
  boolean reaches(long from) throws IOException {
    return new LogSlices(folder.log(), folder.identity().id()).oldest() <= from;
  }

  private LogEnvironment environment() throws IOException {
    return new LogEnvironment(folder.log(), workThreads, nanoClock, room::bytes, room);
  }

  /**
   * A majority of nodes has forced a record before a node's log is given it, so the log of a node
   * need not.
   */
  private LogConfig config() {
    var config =
        LogConfig.forStore(folder.identity().id()).withSegmentBytes(options.segmentBytes());
    if (marks != null) {
      return config.withForceInterval(options.forceInterval()).withoutEndMark();
    }
    return config.withForceInterval(
        options.durability() == Durability.SYNC ? Duration.ZERO : options.forceInterval());
  }
}
