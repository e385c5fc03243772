package io.weir.engine.backup;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;

/**
 * The points in the log that a backup can restore.
 *
 * @param from position at which replay over the snapshot begins; 0 without a snapshot
 * @param earliest first position that can be restored; the snapshot holds no later record
 * @param earliestTicks highest Timestamp logged up to {@code earliest}, in ticks of 100 ns
 * @param end position at which the log in the backup ends
 */
public record RestorablePoints(long from, long earliest, long earliestTicks, long end) {

  /** The earliest moment that can be restored. */
  public Instant earliestTime() {
    return new EdmDateTime(earliestTicks).toInstant();
  }
}
