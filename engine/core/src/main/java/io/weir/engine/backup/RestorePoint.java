package io.weir.engine.backup;

import io.weir.api.edm.EdmDateTime;
import io.weir.engine.log.append.LogCopy;
import io.weir.engine.record.LogRecord;
import java.time.Instant;

/** The point in the log up to which a backup is restored. */
public sealed interface RestorePoint {

  /**
   * Returns which records are restored. Fails with {@link BackupRefused} when the backup does not
   * hold this point.
   */
  LogCopy.Limit within(BackupManifest backup) throws BackupRefused;

  /** The end of the backup. */
  record End() implements RestorePoint {
    @Override
    public LogCopy.Limit within(BackupManifest backup) {
      return (endPosition, payload) -> true;
    }
  }

  /**
   * A position in the log.
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
   * A moment: the log up to the first record with a later Timestamp.
   *
   * @param time inclusive, with a precision of 100 ns
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
