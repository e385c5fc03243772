package io.weir.engine.store;

import io.weir.engine.disk.Disk;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.loop.WorkPool;
import io.weir.engine.page.PageStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Work threads that pause once a store has started, until the test releases them. No background
 * work runs meanwhile.
 */
final class HeldThreads extends WorkPool {

  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private volatile boolean held;

  HeldThreads() {
    super(2, HeldThreads::thread);
  }

  /** A daemon: some tests of a class with such threads use none of them. */
  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "held");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns the operating system's environment with these threads. */
  StoreEnvironment environment() {
    return environment(StoreEnvironment.SYSTEM.disk());
  }

  /** Returns the environment with these threads and another disk. */
  StoreEnvironment environment(Disk disk) {
    return new StoreEnvironment(
        disk,
        () -> this,
        StoreEnvironment.SYSTEM.feedThreads(),
        StoreEnvironment.SYSTEM.pageThreads(),
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

  /** Growth of page files is not held, because writes need the room. */
  private static boolean growsPages(Runnable task) {
    return task.getClass().getName().startsWith(PageStore.class.getPackageName() + ".");
  }

  /** Ends the pause when it is closed. A test closes it before its store. */
  @FunctionalInterface
  interface Rest extends AutoCloseable {
    @Override
    void close();
  }

  /** Returns a handle that ends the pause when it is closed. */
  Rest rest() {
    return this::goOn;
  }

  /** Runs the waiting tasks and all later ones. */
  void goOn() {
    held = false;
    for (var task = waiting.poll(); task != null; task = waiting.poll()) {
      super.execute(task);
    }
  }

  /** Drops the waiting tasks and runs all later ones. */
  void forget() {
    held = false;
    waiting.clear();
  }
}
