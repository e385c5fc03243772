package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.page.PageStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Work threads that rest from the moment a store has started until they are told to go on: so nothing happens in the background. */
final class HeldThreads extends ThreadPoolExecutor {

  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private volatile boolean held;

  HeldThreads() {
    super(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  }

  /** The real environment with these threads. */
  StoreEnvironment environment() {
    return environment(StoreEnvironment.SYSTEM.disk());
  }

  /** The same over another disk. */
  StoreEnvironment environment(Disk disk) {
    return new StoreEnvironment(
        disk,
        () -> this,
        this::startLog,
        StoreEnvironment.SYSTEM.pause(),
        StoreEnvironment.SYSTEM.nanoClock());
  }

  private void startLog(FileLog log) {
    held = true;
    log.start();
  }

  @Override
  public void execute(Runnable task) {
    if (held && !growsPages(task)) {
      waiting.add(task);
    } else {
      super.execute(task);
    }
  }

  /** Without room for pages no write would go on. */
  private static boolean growsPages(Runnable task) {
    return task.getClass().getName().startsWith(PageStore.class.getPackageName() + ".");
  }

  /** What a test closes before its store: the rest is over then. */
  @FunctionalInterface
  interface Rest extends AutoCloseable {
    @Override
    void close();
  }

  /** Until when the threads rest, at the latest. */
  Rest rest() {
    return this::goOn;
  }

  /** Carries out what waits, and what comes. */
  void goOn() {
    held = false;
    for (var task = waiting.poll(); task != null; task = waiting.poll()) {
      super.execute(task);
    }
  }

  /** Forgets what waits, and carries out what comes. */
  void forget() {
    held = false;
    waiting.clear();
  }
}
