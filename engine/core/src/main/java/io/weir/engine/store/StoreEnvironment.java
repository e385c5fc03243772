package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.disk.FolderOnDisk;
import io.weir.engine.log.append.FileLog;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a store stands on beside its loops. Tests put a disk in place that fails, and threads that they step by hand.
 *
 * @param disk where all files are but the lock and the page files
 * @param workThreads makes the threads for what may block; the store shuts them down when it is closed
 * @param startLog has the log take its turns from now on, on a thread of its own
 * @param pause lets a moment pass; called over and over by a thread that may block and waits for another
 * @param nanoClock a clock that never jumps, as {@link System#nanoTime}
 */
public record StoreEnvironment(
    Disk disk,
    Supplier<ExecutorService> workThreads,
    Consumer<FileLog> startLog,
    Runnable pause,
    LongSupplier nanoClock) {

  private static final long PAUSE_NANOS = 1_000_000;

  /** The real one. */
  public static final StoreEnvironment SYSTEM = new StoreEnvironment(
      FolderOnDisk::in,
      WorkThreads::start,
      FileLog::start,
      () -> LockSupport.parkNanos(PAUSE_NANOS),
      System::nanoTime);
}
