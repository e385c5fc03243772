package io.weir.engine.feed;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ChangesLostException;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.LogVisitor;
import io.weir.engine.record.LogRecord;
import io.weir.engine.record.OldestRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Searches of the log that a feed makes before it begins. They block, on a reading thread. */
final class FeedBegin {

  /** Timestamps of different partition groups may be out of order in the log by less than this. */
  private static final long DISORDER_TICKS = 10 * EdmDateTime.TICKS_PER_SECOND;

  private static final int SLICE_BYTES = 1 << 20;

  private FeedBegin() {}

  /**
   * Returns the position of the first record that is not older than a time, or {@code end}.
   *
   * <p>Fails with {@link ChangesLostException} when the log no longer reaches back to the time.
   */
  static long since(Instant time, LogSlices log, long end) throws IOException {
    var ticks = EdmDateTime.of(time).ticks();
    var begins = log.begins();
    var at = begins.size() - 1;
    while (at > 0 && OldestRecord.ticks(log, begins.get(at), end) >= ticks - DISORDER_TICKS) {
      at--;
    }
    var position = begins.get(at);
    if (position > 0 && OldestRecord.ticks(log, position, end) > ticks) {
      throw new ChangesLostException("since=" + time);
    }
    var search = new FirstFrom(ticks);
    while (position < end && search.found < 0) {
      position = log.read(position, end, SLICE_BYTES, search);
    }
    return search.found < 0 ? end : search.found;
  }

  private static final class FirstFrom implements LogVisitor {

    private final long least;
    private long found = -1;

    FirstFrom(long least) {
      this.least = least;
    }

    @Override
    public void record(long position, long sequence, ByteBuffer payload) {
      if (found < 0 && LogRecord.ticks(payload) >= least) {
        found = position;
      }
    }
  }

  /** Adds the tables to the names that the log drops in a range. */
  static void addDropped(TableNames names, LogSlices log, long from, long to) throws IOException {
    var drops = new Drops(names);
    for (var position = from; position < to; ) {
      position = log.read(position, to, SLICE_BYTES, (at, sequence, payload) -> {
        if (LogRecord.isOfCatalog(payload)) {
          LogRecord.decode(payload.duplicate(), drops);
        }
      });
    }
  }

  private record Drops(TableNames names) implements LogRecord.Visitor {

    @Override
    public void put(byte[] key, byte[] stored) {}

    @Override
    public void remove(byte[] key) {}

    @Override
    public void removeKnown(byte[] key, byte[] row) {
      names.willBeDropped(key, row);
    }

    @Override
    public void removeRange(int partitionGroup, byte[] from, byte[] to) {}
  }
}
