package io.weir.engine.store.recovery;

import java.time.Duration;

/**
 * How much of the log is kept for change feeds after a checkpoint covers it. Whichever limit is
 * reached first counts.
 *
 * <p>Only named consumers say what they have not read, so only they hold the log up to
 * {@code bytes}. For all other readers (feeds that are open or will continue from a token, starts
 * at a time) a smaller part is kept, {@code unclaimedBytes}: most stores have no such readers, and
 * each would otherwise give a GiB of its disk away. <em>deliberate:</em> an open feed without a
 * name claims nothing, because the store cannot tell a feed that has caught up and stays open for
 * months from one that needs the past.
 *
 * @param age the limit for both parts; at least zero, which keeps nothing
 * @param bytes the most that is kept while the slowest consumer needs it; at least zero, which
 *     keeps nothing
 * @param unclaimedBytes what is kept in any case; at most {@code bytes}
 */
public record Retention(Duration age, long bytes, long unclaimedBytes) {

  /** A day, 1 GiB, and 128 MiB without a consumer that needs more. */
  public static final Retention DEFAULT = new Retention(Duration.ofDays(1), 1L << 30, 128L << 20);

  /** Keeps nothing. */
  public static final Retention NONE = new Retention(Duration.ZERO, 0);

  public Retention {
    if (age.isNegative() || bytes < 0 || unclaimedBytes < 0 || unclaimedBytes > bytes) {
      throw new IllegalArgumentException(
          "the retention of the log must not be negative, and what is unclaimed at most the whole age="
              + age
              + " bytes="
              + bytes
              + " unclaimedBytes="
              + unclaimedBytes);
    }
  }

  /** Keeps the same with and without consumers. */
  public Retention(Duration age, long bytes) {
    this(age, bytes, bytes);
  }
}
