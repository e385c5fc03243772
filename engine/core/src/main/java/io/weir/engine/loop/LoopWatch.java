package io.weir.engine.loop;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A watch over event loops: hands each a task every {@link #LOOK_EVERY} and notices the loop that does not run it.
 *
 * <p>A loop is stuck when its task has waited longer than {@link #PATIENCE}, and dead when it refuses tasks or its thread has ended. Each
 * incident is logged once, with the stack of a thread that is stuck. A stuck loop that runs its task turns again.
 *
 * <p>deliberate: only time in which the watch itself ran counts against a loop. A process that was suspended, or paused by its
 * collector, finds no loop guilty of it.
 *
 * <p>Owner: its thread, {@code weir-watch}, or a test that calls {@link #look}. {@link #states} and {@link #lag}: any thread.
 */
public final class LoopWatch implements AutoCloseable {

  /** How often a task is handed to each loop. */
  public static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** How long a loop may take to run a task before it counts as stuck. */
  public static final Duration PATIENCE = Duration.ofSeconds(1);

  /** What a look counts at most: a longer pause stopped the watch as well. */
  private static final long MOST_COUNTED_NANOS = 2 * LOOK_EVERY.toNanos();

  private final List<WatchedLoop> loops;
  private final LongSupplier nanoClock;
  private final Thread thread = new Thread(this::run, "weir-watch");
  private long lastLookNanos;

  /** Written by the closing thread, read by the watch thread after each rest. */
  private volatile boolean closed;

  /** A watch that a test steps by {@link #look}. */
  LoopWatch(Loops loops, LongSupplier nanoClock) {
    this.loops = IntStream.range(0, loops.all().size())
        .mapToObj(number -> new WatchedLoop(number, loops.all().get(number), nanoClock, PATIENCE))
        .toList();
    this.nanoClock = nanoClock;
    this.lastLookNanos = nanoClock.getAsLong();
  }

  /** Watches loops on a thread of its own until it is closed. */
  public static LoopWatch start(Loops loops) {
    var watch = new LoopWatch(loops, System::nanoTime);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  /** What each loop does, in the order of their numbers, as the last look saw it. Any thread. */
  public List<LoopState> states() {
    return loops.stream().map(WatchedLoop::state).toList();
  }

  /** How long the last task waited for its turn on a loop, or has been waiting. Any thread. */
  public Duration lag(int loop) {
    return Duration.ofNanos(loops.get(loop).lagNanos());
  }

  /** Looks at each loop once. Runs on: watch thread, or a test that did not start it. */
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

  /** Ends the watch; close it before the loops, whose end it would take for a death. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
