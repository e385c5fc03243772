package io.weir.engine.loop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A watchdog for event loops. It sends each loop a task every {@link #LOOK_EVERY} and detects loops
 * that do not run it.
 *
 * <p>A loop is stuck when its task has waited longer than {@link #PATIENCE}. It is dead when it
 * refuses tasks or its thread has ended. Each incident is logged once; the entry for a stuck loop
 * contains the stack of its thread. A stuck loop that runs its task is turning again.
 *
 * <p>deliberate: only the time in which the watchdog itself ran counts against a loop. A suspended
 * process or a pause of the garbage collector makes no loop stuck.
 *
 * <p>Owner: the thread {@code weir-watch}, or a test that calls {@link #look}. {@link #states} and
 * {@link #lag}: any thread.
 */
public final class LoopWatch implements AutoCloseable {

  /** The interval at which each loop gets a task. */
  public static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** The time after which a loop that has not run its task counts as stuck. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  /**
   * Longest time that one check counts against a loop. A longer pause has stopped the watchdog as
   * well.
   */
  private static final long MOST_COUNTED_NANOS = 2 * LOOK_EVERY.toNanos();

  private final List<WatchedLoop> loops;
  private final LongSupplier nanoClock;
  private final Thread thread = new Thread(this::run, "weir-watch");
  private long lastLookNanos;

  /** Written by the closing thread, read by the watch thread after each pause. */
  private volatile boolean closed;

  /** Makes a watchdog that a test steps by {@link #look}. */
  LoopWatch(Loops loops, LongSupplier nanoClock) {
    this.loops = IntStream.range(0, loops.all().size())
        .mapToObj(number -> new WatchedLoop(number, loops.all().get(number), nanoClock, PATIENCE))
        .toList();
    this.nanoClock = nanoClock;
    this.lastLookNanos = nanoClock.getAsLong();
  }

  /** Starts a watchdog on its own thread; it runs until it is closed. */
  public static LoopWatch start(Loops loops) {
    var watch = new LoopWatch(loops, System::nanoTime);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** Returns the state of each loop at the last check, ordered by index. Any thread. */
  public List<LoopState> states() {
    return loops.stream().map(WatchedLoop::state).toList();
  }

  /**
   * Returns how long the last task of the watchdog waited on a loop, or has been waiting. Any
   * thread.
   */
  public Duration lag(int loop) {
    return Duration.ofNanos(loops.get(loop).lagNanos());
  }

  /** Checks each loop once. Runs on: the watch thread, or a test that has not started it. */
  void look() {
    var now = nanoClock.getAsLong();
    var turnedNanos = Math.min(now - lastLookNanos, MOST_COUNTED_NANOS);
    lastLookNanos = now;
    loops.forEach(loop -> loop.look(turnedNanos));
  }

  private void run() {
    while (!closed) {
      look();
      LockSupport.parkNanos(this, LOOK_EVERY.toNanos());
    }
  }

  /**
   * Ends the watchdog. Close it before the loops, because it would report a closed loop as dead.
   */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
