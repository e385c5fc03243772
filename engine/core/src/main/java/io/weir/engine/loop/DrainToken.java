package io.weir.engine.loop;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets one thread at a time drain a queue, without a lock.
 *
 * <pre>
 * if (token.acquire()) {
 *   int calls;
 *   do {
 *     calls = token.calls();
 *     // drain
 *   } while (!token.release(calls));
 * }
 * </pre>
 *
 * <p>Each caller first changes shared state and then calls {@link #acquire}. If another thread
 * holds the token, that thread sees the call in {@link #release} and drains again, so no change is
 * missed. A holder that must end for good keeps the token.
 *
 * <p>Memory: {@link #acquire} and {@link #release} access one atomic counter. State that only
 * holders touch therefore passes from one holder to the next in plain fields.
 *
 * <p>Any thread.
 */
public final class DrainToken {

  private final AtomicInteger calls = new AtomicInteger();

  /** Counts a call. Returns true if the caller now holds the token and must drain. */
  public boolean acquire() {
    return calls.getAndIncrement() == 0;
  }

  /** Returns the number of calls since the token was free. The holder reads it before it drains. */
  public int calls() {
    return calls.get();
  }

  /**
   * Takes back the calls that the last drain covered. Returns true if there were no others; the
   * token is then free. Otherwise the caller still holds it and must drain again.
   */
  public boolean release(int covered) {
    return calls.addAndGet(-covered) == 0;
  }
}
