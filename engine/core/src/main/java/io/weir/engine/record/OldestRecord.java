package io.weir.engine.record;

import io.weir.engine.log.LogSlices;
import java.io.IOException;

/** Reads the Timestamp of the first record after a position of the log. Blocks. */
public final class OldestRecord {

  /** What stands for the Timestamp when there is no record. */
  public static final long NONE = Long.MAX_VALUE;

  private OldestRecord() {}

  /**
   * Returns the ticks of the first record of a range, or {@link #NONE}.
   *
   * @param from where a record begins, or the end of the log
   * @param to a durable position
   */
  public static long ticks(LogSlices log, long from, long to) throws IOException {
    var ticks = new long[] {NONE};
    for (var position = from; position < to && ticks[0] == NONE; ) {
      position =
          log.read(position, to, 1, (at, sequence, payload) -> ticks[0] = LogRecord.ticks(payload));
    }
    return ticks[0];
  }
}
