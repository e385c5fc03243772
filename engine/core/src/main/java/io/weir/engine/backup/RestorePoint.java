package io.weir.engine.backup;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.log.LogCopy;
import io.weir.engine.shard.LogRecord;
import java.time.Instant;

/** Up to where the log of a backup is restored. */
public sealed interface RestorePoint {

  /** Says which records are restored. Fails with {@link BackupRefused} where the backup does not reach this point. */
  LogCopy.Limit within(BackupManifest backup) throws BackupRefused;

  /** All that the backup holds. */
  record End() implements RestorePoint {
    @Override
    public LogCopy.Limit within(BackupManifest backup) {
      return (endPosition, payload) -> true;
    }
  }

  /**
   * The log as it was when it was so long.
   *
   * @param position records that end at or before it are restored
   */
  record Position(long position) implements RestorePoint {
    @Override
    public LogCopy.Limit within(BackupManifest backup) throws BackupRefused {
      var points = backup.points();
      if (position < points.earliest() || position > points.end()) {
        throw new BackupRefused("The backup reaches from position " + points.earliest() + " to "
            + points.end() + "; choose one between, or a backup of another time. position="
            + position);
      }
      return (endPosition, payload) -> endPosition <= position;
    }
  }

  /**
   * The log up to a moment: to just before the first record of a later Timestamp.
   *
   * @param time inclusive, to 100 ns
   */
  record Time(Instant time) implements RestorePoint {
    @Override
    public LogCopy.Limit within(BackupManifest backup) throws BackupRefused {
      var earliest = backup.points().earliestTime();
      if (time.isBefore(earliest) || time.isAfter(backup.created())) {
        throw new BackupRefused("The backup reaches from " + earliest + " to " + backup.created()
            + "; choose a time between, or a backup of another time. time=" + time);
      }
      var ticks = EdmDateTime.of(time).ticks();
      return (endPosition, payload) -> LogRecord.ticks(payload) <= ticks;
    }
  }
}
