package io.weir.engine.loop;

import io.weir.engine.loop.LoopState.Condition;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One loop of a {@link LoopWatch}, and the task that it was sent last.
 *
 * <p>Owner: the watch thread. {@link #run}: the loop. {@link #state} and {@link #lagNanos}: any
 * thread.
 */
final class WatchedLoop implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedLoop.class);

  private final int number;
  private final Loop loop;
  private final LongSupplier nanoClock;
  private final long patienceNanos;

  /** Whether the loop was sent a task whose run this watch has not seen. */
  private boolean posted;

  private long postedNanos;
  private long waitedNanos;

  /** Written by the loop before {@link #answered}, read by the watch thread after it. */
  private long ranNanos;

  /** Set by the loop, cleared by the watch thread before it posts. Publishes {@link #ranNanos}. */
  private volatile boolean answered;

  /**
   * The loop's thread; null until the first task has run. Written by the loop, read by the watch
   * thread.
   */
  private volatile @Nullable Thread thread;

  /** Written by the watch thread, read by any thread. */
  private volatile LoopState state;

  private volatile long lagNanos;

  WatchedLoop(int number, Loop loop, LongSupplier nanoClock, Duration patience) {
    this.number = number;
    this.loop = loop;
    this.nanoClock = nanoClock;
    this.patienceNanos = patience.toNanos();
    this.state = new LoopState(number, Condition.TURNING, Duration.ZERO);
  }

  @Override
  public void run() {
    ranNanos = nanoClock.getAsLong();
    thread = Thread.currentThread();
    answered = true;
  }

  /**
   * Checks the task that was posted last, and posts the next one when it has run.
   *
   * @param turnedNanos how long this process really ran since the last check
   */
  void look(long turnedNanos) {
    if (posted && !answered) {
      waitedNanos += turnedNanos;
      lagNanos = Math.max(lagNanos, waitedNanos);
      checkSilence();
      return;
    }
    if (posted) {
      lagNanos = ranNanos - postedNanos;
      become(Condition.TURNING);
    }
    post();
  }

  private void checkSilence() {
    if (answered) {
      return; // it ran a moment ago; the next check sees it
    }
    var known = thread;
    if (known != null && !known.isAlive()) {
      become(Condition.DEAD);
    } else if (waitedNanos > patienceNanos) {
      become(Condition.STUCK);
    }
  }

  private void post() {
    answered = false;
    postedNanos = nanoClock.getAsLong();
    waitedNanos = 0;
    posted = true;
    try {
      loop.execute(this);
    } catch (RejectedExecutionException e) {
      posted = false;
      become(Condition.DEAD);
    }
  }

  private void become(Condition condition) {
    var before = state;
    var since = condition == Condition.TURNING
        ? Duration.ZERO
        : Duration.ofNanos(nanoClock.getAsLong() - postedNanos);
    if (condition == Condition.DEAD && before.condition() == Condition.DEAD) {
      since = before.since().plus(LoopWatch.LOOK_EVERY);
    }
    state = new LoopState(number, condition, since);
    if (before.condition() != condition) {
      log(condition, before);
    }
  }

  private void log(Condition condition, LoopState before) {
    switch (condition) {
      case TURNING ->
        LOG.info(
            "a loop runs its tasks again loop={} stuckMillis={}",
            number,
            before.since().toMillis());
      case STUCK ->
        LOG.error(
            "a loop is stuck; its connections and shards make no progress loop={} millis={}",
            number,
            state.since().toMillis(),
            new StackOf(thread));
      case DEAD ->
        LOG.error(
            "a loop has ended; its connections and shards make no progress until a restart loop={}",
            number);
    }
  }

  LoopState state() {
    return state;
  }

  long lagNanos() {
    return lagNanos;
  }

  /** The stack of a thread as an exception, because loggers print its stack. */
  private static final class StackOf extends Exception {
    private static final long serialVersionUID = 1;

    StackOf(@Nullable Thread thread) {
      super(thread == null ? "unknown: the loop has run no task" : thread.getName());
      setStackTrace(thread == null ? new StackTraceElement[0] : thread.getStackTrace());
    }
  }
}
