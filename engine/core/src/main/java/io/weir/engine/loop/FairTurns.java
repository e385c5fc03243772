package io.weir.engine.loop;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turns of one kind of long work on one loop: a queue of work, and the time that is left of the current turn.
 *
 * <p>A turn ends {@link #MOST_NANOS} after it began, so what one loop does for all of its streams between two looks at the sockets is about
 * that long, however many there are. A turn goes from one work to the next. Each gets an equal slice: the whole turn where few wait, less
 * where many do, so that all of them had a slice after {@link #ROUND_NANOS}; one piece of work at least. A work that is not done goes to
 * the queue's end.
 *
 * <p>The queue has no bound of its own: a stream, a page or a pipeline has at most two entries in it.
 *
 * <p>Belongs to the loop; {@link #take}, {@link #join} and {@link #await} may be called on any thread. A work that throws is logged.
 */
final class FairTurns implements Turns {

  /** Time of work after which each that waits has had a slice, where pieces are that small. */
  static final long ROUND_NANOS = 400_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(FairTurns.class);

  private final Loop loop;
  private final LongSupplier nanoClock;
  private final boolean isPrompt;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final ArrayDeque<Runnable> joined = new ArrayDeque<>();

  private boolean running;
  private long sliceEndNanos;

  /** Work done outside a turn since the last one. */
  private long spentNanos;

  /**
   * Turns of a loop, which calls {@link #run}.
   *
   * @param isPrompt whether work may also run outside a turn, as long as all of it has taken less than one since the last
   */
  FairTurns(Loop loop, LongSupplier nanoClock, boolean isPrompt) {
    this.loop = loop;
    this.nanoClock = nanoClock;
    this.isPrompt = isPrompt;
  }

  @Override
  public boolean isOver() {
    return !running || nanoClock.getAsLong() - sliceEndNanos >= 0;
  }

  @Override
  public void take(Runnable work) {
    if (!loop.isCurrent()) {
      loop.execute(() -> take(work));
    } else if (running) {
      if (isOver()) {
        waiting.add(work);
      } else {
        work.run();
      }
    } else if (isPrompt && waiting.isEmpty() && spentNanos < MOST_NANOS) {
      runNow(work);
    } else {
      waiting.add(work);
    }
  }

  @Override
  public void join(Runnable work) {
    if (!loop.isCurrent()) {
      loop.execute(() -> take(work));
    } else if (running) {
      joined.add(work);
    } else if (isPrompt) {
      loop.execute(() -> take(work)); // when the rest of its burst is there, too
    } else {
      waiting.add(work);
    }
  }

  @Override
  public void await(Runnable work) {
    if (loop.isCurrent()) {
      waiting.add(work);
    } else {
      loop.execute(() -> waiting.add(work));
    }
  }

  /** Whether the loop must not rest. */
  boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /** One turn. For the loop, once between two looks at its sockets; answers how many works had a slice. */
  int run() {
    spentNanos = 0;
    var done = 0;
    if (!waiting.isEmpty()) {
      var now = nanoClock.getAsLong();
      var turnEnd = now + MOST_NANOS;
      do {
        runSlice(waiting.remove(), Math.min(turnEnd, now + sliceNanos()));
        done++;
        now = nanoClock.getAsLong();
      } while (!waiting.isEmpty() && now - turnEnd < 0);
    }
    return done;
  }

  private void runNow(Runnable work) {
    var begun = nanoClock.getAsLong();
    runSlice(work, begun + MOST_NANOS - spentNanos);
    spentNanos += nanoClock.getAsLong() - begun;
  }

  private void runSlice(Runnable work, long endNanos) {
    sliceEndNanos = endNanos;
    running = true;
    try {
      for (var next = work; next != null; next = joined.poll()) {
        runSafely(next);
      }
    } finally {
      running = false;
    }
  }

  private static void runSafely(Runnable work) {
    try {
      work.run();
    } catch (Throwable e) { // deliberate: others wait for the loop
      LOG.error("work in turns failed", e);
    }
  }

  /** The work that gets it has left the queue. */
  private long sliceNanos() {
    return ROUND_NANOS / (waiting.size() + 1);
  }
}
