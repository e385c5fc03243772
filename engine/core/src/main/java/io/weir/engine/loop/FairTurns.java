package io.weir.engine.loop;

import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Round-robin turns for one kind of long work on one loop: a queue of work items, and the end of
 * the current slice.
 *
 * <p>A turn ends {@link #MOST_NANOS} after its start. All streams of a loop together therefore run
 * for about that time between two polls of the sockets, however many they are. A turn serves one
 * item after the other, each for a slice of equal length. The slice is the whole turn when few
 * items wait, and shorter when many wait, so that each item has had a slice after
 * {@link #ROUND_NANOS}. A slice is at least one piece of work. An item that is not finished returns
 * to the end of the queue.
 *
 * <p>The queue has no bound of its own: a stream, a page or a pipeline has at most two entries in
 * it.
 *
 * <p>Owner: the loop. {@link #take}, {@link #join} and {@link #await}: any thread. An item that
 * throws is logged.
 */
final class FairTurns implements Turns {

  /** Time after which each waiting item has had a slice, if its pieces are short enough. */
  static final long ROUND_NANOS = 400_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(FairTurns.class);

  private final Loop loop;
  private final LongSupplier nanoClock;
  private final boolean isPrompt;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private final ArrayDeque<Runnable> joined = new ArrayDeque<>();

  private boolean running;
  private long sliceEndNanos;

  /** Time of work outside a turn since the last turn, in nanoseconds. */
  private long spentNanos;

  /**
   * Makes the turns of a loop, which calls {@link #run}.
   *
   * @param isPrompt whether work may also run outside a turn, as long as it has taken less than one
   *     turn in total since the last turn
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
      loop.execute(() -> take(work)); // deliberate: runs after the rest of its burst has arrived
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

  /** Whether work waits, so that the loop must not park. */
  boolean isWaitedFor() {
    return !waiting.isEmpty();
  }

  /**
   * Runs one turn and returns how many items had a slice. The loop calls it once between two polls
   * of its sockets.
   */
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
    } catch (Throwable e) { // deliberate: other work waits for the loop
      LOG.error("long work of an event loop failed", e);
    }
  }

  /** Returns the length of the next slice. The item that gets it has left the queue. */
  private long sliceNanos() {
    return ROUND_NANOS / (waiting.size() + 1);
  }
}
