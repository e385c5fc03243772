package io.weir.perf.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The load beside a benchmark, on threads that repeat it without pause, or nothing. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields annotated with Param before all others
public class LoadBeside {

  static final int WRITES_A_SECOND = 10_000;

  private static final int WRITES_AT_ONCE = 16;
  private static final long PERIOD_NANOS = 1_000_000_000L * WRITES_AT_ONCE / WRITES_A_SECOND;

  /** The kinds of load. */
  public enum Kind {
    NOTHING,
    LOAD
  }

  @Param({"NOTHING", "LOAD"})
  public Kind beside;

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean ended;
  private volatile @Nullable Throwable failure;

  /**
   * Starts the load unless it is nothing or has started. Fails if the load has failed.
   *
   * @param store ends the load before it closes
   * @param scan reads a part of everything
   * @param write writes this many entities
   */
  void begin(StoreState store, Consumer<WholeScan> scan, IntConsumer write) {
    var whole = new WholeScan();
    begin(store, () -> scan.accept(whole), () -> writeAndRest(write));
  }

  /**
   * Starts the load unless it is nothing or has started. Fails if the load has failed.
   *
   * @param store ends the load before it closes
   * @param loads each is repeated by a thread of its own
   */
  public void begin(StoreState store, Runnable... loads) {
    if (beside == Kind.LOAD && threads.isEmpty()) {
      store.beforeClose(this::end);
      for (var load : loads) {
        threads.add(start(load));
      }
    }
    if (failure != null) {
      throw new IllegalStateException("the load beside the benchmark failed", failure);
    }
  }

  private void end() {
    ended = true;
    try {
      for (var thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("run was interrupted", e);
    }
  }

  private Thread start(Runnable work) {
    var thread = new Thread(() -> repeat(work), "perf-load");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void repeat(Runnable work) {
    try {
      while (!ended) {
        work.run();
      }
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  private static void writeAndRest(IntConsumer write) {
    var due = System.nanoTime() + PERIOD_NANOS;
    write.accept(WRITES_AT_ONCE);
    for (var left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
