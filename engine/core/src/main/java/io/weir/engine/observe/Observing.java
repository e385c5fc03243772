package io.weir.engine.observe;

import java.time.Duration;

/**
 * How requests are observed.
 *
 * @param every one of so many ordinary requests is recorded, and counts so many times; 1 records
 *     all, 0 none
 * @param window the length of a window; evidence comes from the current one and the one before it
 */
public record Observing(int every, Duration window) {

  /** Records nothing. */
  public static final Observing OFF = new Observing(0, Duration.ofMinutes(30));

  /** Records one of 64 requests, in windows of 30 minutes. */
  public static final Observing DEFAULT = new Observing(64, Duration.ofMinutes(30));

  /** Records every request; for tests. */
  public static final Observing EXACT = new Observing(1, Duration.ofMinutes(30));

  public Observing {
    if (every < 0) {
      throw new IllegalArgumentException("every must be at least 0 every=" + every);
    }
    if (window.toMillis() < 1) {
      throw new IllegalArgumentException("the window must be at least 1 ms window=" + window);
    }
  }

  /** Whether anything is recorded. */
  public boolean isOn() {
    return every > 0;
  }
}
