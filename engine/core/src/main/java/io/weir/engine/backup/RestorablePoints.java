package io.weir.engine.backup;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;

/**
 * The points in the log that a backup can be restored to.
 *
 * @param from position where replay over the snapshot begins; 0 without a snapshot
 * @param earliest first position that can be restored: the snapshot shows nothing of what was logged behind it
 * @param earliestTicks highest Timestamp logged up to there, in ticks
 * @param end position where the log in the backup ends
 */
public record RestorablePoints(long from, long earliest, long earliestTicks, long end) {

  /** The earliest moment that can be restored. */
  public Instant earliestTime() {
    return new EdmDateTime(earliestTicks).toInstant();
  }
}
