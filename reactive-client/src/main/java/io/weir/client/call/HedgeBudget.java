package io.weir.client.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps hedges below a share of the requests: each request pays in its share, each hedge takes out a whole one. Any thread.
 *
 * <p>What is saved is bounded, so that a service that was quick for long is not asked twice for long when it slows down.
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

  /** Takes out a hedge, if there is one. */
  boolean take() {
    var before = saved.getAndUpdate(now -> now >= WHOLE ? now - WHOLE : now);
    return before >= WHOLE;
  }
}
