package io.weir.engine.loop;

import io.weir.engine.loop.LoopState.Condition;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One loop under a {@link LoopWatch}: the task that was handed to it last, and what became of that.
 *
 * <p>Owner: the watch thread, but for {@link #run}, which the loop calls, and {@link #state} and {@link #lagNanos}, which any thread may
 * call.
 */
final class WatchedLoop implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(WatchedLoop.class);

  private final int number;
  private final Loop loop;
  private final LongSupplier nanoClock;
  private final long patienceNanos;

  private boolean owed;
  private long postedNanos;
  private long waitedNanos;

  /** Written by the loop before {@link #answered}, read by the watch thread after it. */
  private long ranNanos;

  /** Set by the loop, cleared by the watch thread before it posts; publishes when the task ran. */
  private volatile boolean answered;

  /** The loop's thread, written by it, read by the watch thread; null until the first task has run. */
  private volatile @Nullable Thread thread;

  /** Written by the watch thread, read by any. */
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
   * Judges the task that is owed, and hands over the next one when that has run.
   *
   * @param turnedNanos for how long since the last look this process was really running
   */
  void look(long turnedNanos) {
    if (owed && !answered) {
      waitedNanos += turnedNanos;
      lagNanos = Math.max(lagNanos, waitedNanos);
      judgeSilence();
      return;
    }
    if (owed) {
      lagNanos = ranNanos - postedNanos;
      become(Condition.TURNING);
    }
    post();
  }

  private void judgeSilence() {
    if (answered) {
      return; // a moment ago: the next look sees it
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
    owed = true;
    try {
      loop.execute(this);
    } catch (RejectedExecutionException e) {
      owed = false;
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
      tell(condition, before);
    }
  }

  private void tell(Condition condition, LoopState before) {
    switch (condition) {
      case TURNING -> LOG.info("a loop goes on loop={} stood={}", number, before.since());
      case STUCK ->
        LOG.error(
            "a loop stands still; nothing of its connections and shards goes on loop={} millis={}",
            number,
            state.since().toMillis(),
            new StandsHere(thread));
      case DEAD ->
        LOG.error(
            "a loop has ended; nothing of its connections and shards goes on before a restart loop={}",
            number);
    }
  }

  LoopState state() {
    return state;
  }

  long lagNanos() {
    return lagNanos;
  }

  /** The stack of a thread, in the form in which loggers print one. */
  private static final class StandsHere extends Exception {
    private static final long serialVersionUID = 1;

    StandsHere(@Nullable Thread thread) {
      super(thread == null ? "not known: the loop never ran a task" : thread.getName());
      setStackTrace(thread == null ? new StackTraceElement[0] : thread.getStackTrace());
    }
  }
}
