package io.weir.engine.replication;

import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.record.LogRecord;
import java.nio.ByteBuffer;

/**
 * Finds the last mark of a log while it is opened, and passes all records on.
 *
 * <p>Runs on: the thread that opens the log.
 */
public final class MarkReader implements LogVisitor {

  private Place last;
  private long highestTicks;
  private LogVisitor records = (position, sequence, payload) -> {};

  /** @param known a place that the log certainly has, from the file that is kept apart */
  public MarkReader(Place known) {
    this.last = known;
  }

  /** Sets who receives the records. A log may be opened several times during a start. */
  public MarkReader passingTo(LogVisitor visitor) {
    records = visitor;
    return this;
  }

  @Override
  public void record(long position, long sequence, ByteBuffer payload) {
    if (LogRecord.isMark(payload)) {
      note(position, payload);
    }
    records.record(position, sequence, payload);
  }

  private void note(long position, ByteBuffer mark) {
    highestTicks = Math.max(highestTicks, LogRecord.ticks(mark));
    var place = LogRecord.placeOf(mark);
    if (place.isAfter(last.entry())) {
      last = new Place(place, position + LogFrame.bytes(mark.remaining()));
    }
  }

  /** Returns the highest Timestamp that the marks have, as a record or as a closed time. */
  public long highestTicks() {
    return highestTicks;
  }

  /** Returns the last place found so far. */
  public Place last() {
    return last;
  }
}
