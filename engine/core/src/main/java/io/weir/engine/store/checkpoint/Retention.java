package io.weir.engine.store.checkpoint;

import java.time.Duration;

/**
 * How much of the log is kept for the change feed after a snapshot covers it. Whichever limit is reached first counts.
 *
 * @param age at least zero, which keeps nothing
 * @param bytes at least zero, which keeps nothing
 */
public record Retention(Duration age, long bytes) {

  /** A day, and 1 GiB. */
  public static final Retention DEFAULT = new Retention(Duration.ofDays(1), 1L << 30);

  /** Keeps nothing. */
  public static final Retention NONE = new Retention(Duration.ZERO, 0);

  public Retention {
    if (age.isNegative() || bytes < 0) {
      throw new IllegalArgumentException(
          "the retention of the log must not be negative age=" + age + " bytes=" + bytes);
    }
  }
}
