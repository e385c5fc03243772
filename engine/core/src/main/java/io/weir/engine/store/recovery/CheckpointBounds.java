package io.weir.engine.store.recovery;

/**
 * How much log, and how many bytes of places that wait to be used again, are worth a checkpoint.
 *
 * <p>Both take room on the disk beside the pages. They are therefore a part of the pages, so that a
 * small store does not hold several times its own size. The log is also what a start replays, so it
 * has an upper bound. Both have a lower bound, because a checkpoint costs some forces of the disk
 * however little has changed.
 *
 * @param mostLogBytes the log never grows by more without a checkpoint being due
 */
public record CheckpointBounds(long mostLogBytes) {

  /**
   * Overwriting an eighth of the pages at random changes 6 % of them twice, which a later
   * checkpoint would write once.
   */
  private static final int PART = 8;

  /** The lower bounds are this part of the upper bound of the log: 32 MiB of 256. */
  private static final int LEAST_PART = 8;

  /** 1 MiB of 256. */
  private static final int LEAST_SLOW_PART = 256;

  /** Returns how much the log grows before a checkpoint is due. */
  public long logBytes(long pageBytes) {
    return Math.min(mostLogBytes, share(pageBytes));
  }

  /** Returns how many bytes of places wait before a checkpoint is due. */
  public long limboBytes(long pageBytes) {
    return share(pageBytes);
  }

  /**
   * Returns how many bytes of places wait before a checkpoint is due while the log grows slowly,
   * because nothing else would give them back soon.
   */
  public long slowLimboBytes(long roomBytes) {
    return Math.max(mostLogBytes / LEAST_SLOW_PART, roomBytes / PART);
  }

  private long share(long pageBytes) {
    return Math.max(mostLogBytes / LEAST_PART, pageBytes / PART);
  }
}
