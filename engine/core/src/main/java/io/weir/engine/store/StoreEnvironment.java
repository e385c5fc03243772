package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.append.FileLog;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The disk, threads and clock of a store. Tests replace them by a disk that fails and by threads
 * that they step by hand.
 *
 * @param disk holds all files except the lock and the page files
 * @param workThreads makes the threads for blocking work; the store shuts them down when it closes
 * @param feedThreads makes the threads that read the log for its followers; the store shuts them
 *     down when it closes
 * @param pageThreads makes the threads that read cold pages; the store shuts them down when it
 *     closes
 * @param startLog starts the log's turns on a thread of the log
 * @param pause returns after a moment; called repeatedly by a thread that waits for another and may
 *     block
 * @param nanoClock a monotonic clock such as {@link System#nanoTime}
 * @param membership what makes the store a node of several; null for a store of its own
 */
public record StoreEnvironment(
    Disk disk,
    Supplier<ExecutorService> workThreads,
    Supplier<ExecutorService> feedThreads,
    Supplier<ExecutorService> pageThreads,
    Consumer<FileLog> startLog,
    Runnable pause,
    LongSupplier nanoClock,
    @Nullable Membership membership) {

  private static final long PAUSE_NANOS = 1_000_000;

  /** The environment of the operating system. */
  public static final StoreEnvironment SYSTEM = new StoreEnvironment(
      FolderOnDisk::in,
      WorkThreads::start,
      WorkThreads::startFeed,
      WorkThreads::startPages,
      FileLog::start,
      () -> LockSupport.parkNanos(PAUSE_NANOS),
      System::nanoTime);

  /** Makes the environment of a store of its own. */
  public StoreEnvironment(
      Disk disk,
      Supplier<ExecutorService> workThreads,
      Supplier<ExecutorService> feedThreads,
      Supplier<ExecutorService> pageThreads,
      Consumer<FileLog> startLog,
      Runnable pause,
      LongSupplier nanoClock) {
    this(disk, workThreads, feedThreads, pageThreads, startLog, pause, nanoClock, null);
  }

  /** Returns this environment for a node of several. */
  public StoreEnvironment withMembership(Membership of) {
    return new StoreEnvironment(
        disk, workThreads, feedThreads, pageThreads, startLog, pause, nanoClock, of);
  }
}
