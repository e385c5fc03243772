package io.weir.server.request;

import io.weir.engine.loop.DrainToken;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Windows of memory for uploads that hold more than the small part that every upload may hold.
 *
 * <p>An upload that holds more than {@link #FREE_BYTES} needs a window, and may then hold
 * {@link #WINDOW_BYTES}. The limit sets the number of windows, at least one. An upload that finds
 * no free window waits, first come first served, and reads no more of its body meanwhile. The
 * service still carries out the lines that it holds; if that brings it down to the free part, it
 * continues without a window. Uploads are therefore slowed down and not refused, and an upload with
 * a window depends on no other.
 *
 * <p>Invariants: the windows in use never exceed the number of windows. {@link #free} falls only
 * where windows are handed out, by one thread at a time. An upload has at most one window and one
 * place in the queue.
 *
 * <p>Any thread.
 */
final class UploadWindows {

  /** Bytes that an upload may hold without a window: some dozens of usual lines. */
  static final long FREE_BYTES = 64 * 1024;

  /**
   * Bytes that a window allows: the largest group and one longest line. An upload with less might
   * wait for its own group forever.
   */
  static final long WINDOW_BYTES = 10L << 20;

  private final long countedBytes;
  private final LongAdder heldBytes;
  private final AtomicInteger free;
  private final Queue<Share> waiting = new ConcurrentLinkedQueue<>();
  private final DrainToken token = new DrainToken();

  /**
   * Creates as many windows as fit the limit. A single window larger than the limit counts as much
   * as the limit.
   *
   * @param heldBytes the windows in use are added to it
   */
  UploadWindows(long limitBytes, LongAdder heldBytes) {
    this.countedBytes = Math.min(WINDOW_BYTES, limitBytes);
    this.heldBytes = heldBytes;
    this.free = new AtomicInteger(
        (int) Math.max(1, Math.min(Integer.MAX_VALUE, limitBytes / WINDOW_BYTES)));
  }

  /**
   * Returns the share of a new upload.
   *
   * @param resume called when the upload gets a window that it waited for, on the thread that
   *     returned the window
   */
  Share share(Runnable resume) {
    return new Share(resume, false);
  }

  /**
   * Returns the share of an upload that can proceed without a window. While others wait for a
   * window, it reads no more until it can return its own.
   *
   * @param resume as in {@link #share}
   */
  Share yielding(Runnable resume) {
    return new Share(resume, true);
  }

  /**
   * Hands free windows to waiting uploads. One thread does so at a time; a second caller leaves the
   * work to it.
   */
  private void handOut() {
    if (!token.acquire()) {
      return;
    }
    int calls;
    do {
      calls = token.calls();
      while (free.get() > 0) {
        var next = waiting.poll();
        if (next == null) {
          break;
        }
        next.give();
      }
    } while (!token.release(calls));
  }

  private enum State {
    FREE,
    WAITING,
    WIDE,
    ENDED
  }

  /** The memory of one upload. */
  final class Share {

    private final Runnable resume;
    private final boolean yields;
    private final AtomicReference<State> state = new AtomicReference<>(State.FREE);

    private Share(Runnable resume, boolean yields) {
      this.resume = resume;
      this.yields = yields;
    }

    /**
     * Returns whether the upload may hold that many bytes and read more. Otherwise {@link #share}'s
     * callback runs when it gets a window, and the upload asks again when it holds less. Returns a
     * window that is not needed.
     *
     * <p>Called by one thread, the loop of the upload's connection.
     *
     * @param unfinished those of the bytes that cannot be carried out, and so not released, before
     *     more of the body arrives
     */
    boolean admits(long bytes, long unfinished) {
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

    /**
     * Reports that the upload holds less. Returns a window that is not needed; {@link #admits}
     * gives up a place in the queue. Any thread.
     */
    void shrunk(long bytes) {
      if (bytes <= FREE_BYTES && state.compareAndSet(State.WIDE, State.FREE)) {
        giveBack();
      }
    }

    /** Ends the upload. Called by the thread of {@link #admits}. */
    void end() {
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
