package io.weir.engine.store;

import java.time.Duration;

/**
 * Whether the log grows so slowly that freed places would wait long for the checkpoint that its
 * growth makes due.
 *
 * <p>One loop looks; any thread asks.
 */
final class LogPace {

  private static final long WINDOW_NANOS = Duration.ofSeconds(5).toNanos();

  /** The log is slow if it needs five minutes and more for a checkpoint. */
  private static final int WINDOWS = 64;

  private final long slowBytes;
  private long sinceNanos;
  private long position;
  private volatile boolean slow;

  /** @param mostLogBytes the growth that makes a checkpoint due */
  LogPace(long mostLogBytes, long nowNanos, long position) {
    this.slowBytes = mostLogBytes / WINDOWS;
    this.sinceNanos = nowNanos;
    this.position = position;
  }

  /** Looks how far the log has got. To be called about once per second. */
  void look(long nowNanos, long presentPosition) {
    if (nowNanos - sinceNanos >= WINDOW_NANOS) {
      slow = presentPosition - position <= slowBytes;
      sinceNanos = nowNanos;
      position = presentPosition;
    }
  }

  boolean isSlow() {
    return slow;
  }
}
