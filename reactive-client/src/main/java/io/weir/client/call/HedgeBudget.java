package io.weir.client.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps hedges below a share of the reads. Each read adds its share to the budget, and each hedge
 * takes one whole unit. Any thread.
 *
 * <p>The budget is bounded. A service that answered fast for a long time therefore does not get a
 * long burst of hedges when it slows down.
 */
final class HedgeBudget {

  private static final long WHOLE = 1_000_000;
  private static final long MOST = 10 * WHOLE;

  private final long perRequest;
  private final AtomicLong saved = new AtomicLong();

  HedgeBudget(double share) {
    this.perRequest = Math.round(share * WHOLE);
  }

  void payIn() {
    saved.accumulateAndGet(perRequest, (now, more) -> Math.min(MOST, now + more));
  }

  /** Takes one hedge from the budget. Returns false if there is none. */
  boolean take() {
    var before = saved.getAndUpdate(now -> now >= WHOLE ? now - WHOLE : now);
    return before >= WHOLE;
  }
}
