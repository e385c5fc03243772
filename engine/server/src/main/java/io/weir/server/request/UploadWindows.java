package io.weir.server.request;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Room for what uploads hold beyond the little that each of them may hold at any time.
 *
 * <p>An upload that holds more than {@link #FREE_BYTES} needs a window, and with that it may hold {@link #WINDOW_BYTES}. There are as
 * many windows as the limit has room for, and one at least. Who needs one where none is free waits, first come first served, and takes
 * nothing more of its body meanwhile; what it holds goes on being carried out, and where that brings it down to the free part it goes on
 * without a window. So uploads are slowed down and not refused, and one that has a window depends on no other.
 *
 * <p>Invariants: windows that are held never exceed those there are; {@link #free} falls only where windows are handed out, which one
 * thread does at a time; an upload has one window at most and one place in the line.
 *
 * <p>Any thread.
 */
public final class UploadWindows {

  /** What an upload may hold without a window: some dozens of usual lines. */
  public static final long FREE_BYTES = 64 * 1024;

  /** What a window is for: the largest group and the longest line beside it, for less might be waited for in vain. */
  public static final long WINDOW_BYTES = 10L << 20;

  private final long countedBytes;
  private final LongAdder heldBytes;
  private final AtomicInteger free;
  private final Queue<Share> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger missed = new AtomicInteger();

  /**
   * Windows that fit the limit. A single one that does not counts as much as the limit.
   *
   * @param heldBytes to which windows that are held are added
   */
  public UploadWindows(long limitBytes, LongAdder heldBytes) {
    this.countedBytes = Math.min(WINDOW_BYTES, limitBytes);
    this.heldBytes = heldBytes;
    this.free = new AtomicInteger(
        (int) Math.max(1, Math.min(Integer.MAX_VALUE, limitBytes / WINDOW_BYTES)));
  }

  /**
   * For an upload that begins.
   *
   * @param resume called when a window that was waited for is there, on whatever thread gave it back
   */
  public Share share(Runnable resume) {
    return new Share(resume, false);
  }

  /**
   * For one that gets on without a window: while others wait for one, it takes nothing more until it can give its own back.
   *
   * @param resume as of {@link #share}
   */
  public Share yielding(Runnable resume) {
    return new Share(resume, true);
  }

  /** Hands free windows to those who wait; who comes meanwhile leaves it to who is at it. */
  private void handOut() {
    if (missed.getAndIncrement() != 0) {
      return;
    }
    var seen = 1;
    do {
      while (free.get() > 0) {
        var next = waiting.poll();
        if (next == null) {
          break;
        }
        next.give();
      }
      seen = missed.addAndGet(-seen);
    } while (seen != 0);
  }

  private enum State {
    FREE,
    WAITING,
    WIDE,
    ENDED
  }

  /** What one upload may hold. */
  public final class Share {

    private final Runnable resume;
    private final boolean yields;
    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    private Share(Runnable resume, boolean yields) {
      this.resume = resume;
      this.yields = yields;
    }

    /**
     * Whether it may hold so much and take more; where not, it is told when it has a window, and asks again when it holds less. What it
     * does not need it gives back. Called by one thread, the loop of the upload's connection.
     *
     * @param unfinished what of these bytes is not carried out, and so never let go, before more has come
     */
    public boolean admits(long bytes, long unfinished) {
      if (bytes <= FREE_BYTES) {
        leave();
        return true;
      }
      if (state.compareAndSet(State.FREE, State.WAITING)) {
        waiting.add(this);
        handOut();
      }
      return bytes <= WINDOW_BYTES
          && state.get() == State.WIDE
          && (!yields || waiting.isEmpty() || unfinished > FREE_BYTES);
    }

    /** It holds less now. Gives back a window that is not needed, and leaves a place in the line to {@link #admits}. Any thread. */
    public void shrunk(long bytes) {
      if (bytes <= FREE_BYTES && state.compareAndSet(State.WIDE, State.FREE)) {
        giveBack();
      }
    }

    /** It is over. Called by the thread of {@link #admits}. */
    public void end() {
      var last = state.getAndSet(State.ENDED);
      if (last == State.WIDE) {
        giveBack();
      } else if (last == State.WAITING) {
        waiting.remove(this);
      }
    }

    private void leave() {
      if (state.compareAndSet(State.WAITING, State.FREE)) {
        waiting.remove(this);
      } else if (state.compareAndSet(State.WIDE, State.FREE)) {
        giveBack();
      }
    }

    private void give() {
      if (state.compareAndSet(State.WAITING, State.WIDE)) {
        free.decrementAndGet();
        heldBytes.add(countedBytes);
        resume.run();
      }
    }

    private void giveBack() {
      heldBytes.add(-countedBytes);
      free.incrementAndGet();
      handOut();
    }
  }
}
