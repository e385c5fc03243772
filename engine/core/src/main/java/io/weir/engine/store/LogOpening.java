package io.weir.engine.store;

import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Opens a store's log as its options say. Owner: the opening thread.
 *
 * @param recorded up to where the log was durable, as {@link io.weir.engine.log.DurableRecord} says
 */
record LogOpening(
    StoreFolder folder,
    StoreOptions options,
    LongSupplier nanoClock,
    Executor workThreads,
    long recorded) {

  /**
   * Opens the log and shows the visitor what it holds from a position on. Fails as {@link FileLog#open} does.
   *
   * @param reached up to where the log was durable at some time, as another file says
   */
  FileLog open(long from, long reached, LogVisitor visitor) throws IOException {
    return FileLog.open(environment(), config(), from, Math.max(reached, recorded), visitor);
  }

  /** How many bytes the log may hold behind a position: what its segments have room for. */
  long bytesAfter(long from) throws IOException {
    return FileLog.bytesAfter(environment(), config(), from);
  }

  private LogEnvironment environment() throws IOException {
    return new LogEnvironment(folder.log(), workThreads, nanoClock);
  }

  private LogConfig config() {
    return LogConfig.forStore(folder.identity().id())
        .withSegmentBytes(options.segmentBytes())
        .withForceInterval(
            options.durability() == Durability.SYNC ? Duration.ZERO : options.forceInterval());
  }
}
