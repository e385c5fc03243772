package io.weir.engine.store.checkpoint;

import io.weir.engine.snapshot.SnapshotSource;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Slows a snapshot down while the store is written, so that writers keep most of the disk and of the processor.
 *
 * <p>After each MiB the snapshot waits while it is ahead of the log: while it has written a larger share of its expected length than the log has
 * grown of its allowance. PostgreSQL spreads its checkpoints likewise (documentation, "WAL Configuration", {@code
 * checkpoint_completion_target}). The snapshot does not wait
 *
 * <ul>
 *   <li>for a log that has not grown since the last MiB: nobody writes, or the log was not forced meanwhile,
 *   <li>longer than {@value #MOST_WAIT} times as long as the MiB took: it takes at most five times as long as it would alone,
 *   <li>when its end is awaited: by another thread, or by a disk that is full.
 * </ul>
 *
 * <p>Owner: the work thread that writes the snapshot.
 */
final class SnapshotPace {

  private static final int PIECE_BYTES = 1 << 20;
  private static final int MOST_WAIT = 4;

  private final LongSupplier logged;
  private final long expectedBytes;
  private final long allowance;
  private final LongSupplier nanoClock;
  private final Runnable pause;
  private final BooleanSupplier isAwaited;
  private final long loggedAtStart;

  private long written;
  private long unpaced;
  private long loggedAtPiece;
  private long resumedNanos;

  /**
   * Begins with the snapshot.
   *
   * @param logged position up to which the log is forced
   * @param expectedBytes length of the snapshot before, or a guess
   * @param allowance bytes by which the log may grow until the snapshot is complete, at least 1
   * @param pause returns after a moment
   * @param isAwaited whether the end of the snapshot is awaited
   */
  SnapshotPace(
      LongSupplier logged,
      long expectedBytes,
      long allowance,
      LongSupplier nanoClock,
      Runnable pause,
      BooleanSupplier isAwaited) {
    this.logged = logged;
    this.expectedBytes = expectedBytes;
    this.allowance = allowance;
    this.nanoClock = nanoClock;
    this.pause = pause;
    this.isAwaited = isAwaited;
    this.loggedAtStart = logged.getAsLong();
    this.loggedAtPiece = loggedAtStart;
    this.resumedNanos = nanoClock.getAsLong();
  }

  /** Returns the entries of a source at this pace. */
  SnapshotSource slowed(SnapshotSource source) {
    return sink -> source.writeTo((key, stored) -> {
      var bytes = key.remaining() + stored.remaining();
      sink.entry(key, stored);
      wrote(bytes);
    });
  }

  /** Counts bytes that were written, and waits after each MiB. */
  void wrote(int bytes) {
    written += bytes;
    unpaced += bytes;
    if (unpaced >= PIECE_BYTES) {
      unpaced = 0;
      waitWhileAhead();
    }
  }

  private void waitWhileAhead() {
    var now = nanoClock.getAsLong();
    var patience = MOST_WAIT * (now - resumedNanos);
    var position = logged.getAsLong();
    if (position > loggedAtPiece) {
      while (isAhead() && !isAwaited.getAsBoolean() && nanoClock.getAsLong() - now < patience) {
        pause.run();
      }
    }
    loggedAtPiece = position;
    resumedNanos = nanoClock.getAsLong();
  }

  private boolean isAhead() {
    var grown = logged.getAsLong() - loggedAtStart;
    return (double) written / expectedBytes > (double) grown / allowance;
  }
}
