package io.weir.engine.follow;

import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogSlices;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Consecutive records of the log, in memory. Immutable; any thread.
 *
 * @param from where the chunk begins
 * @param to where it ends; marks between records count too
 */
public record LogChunk(long from, long to, List<Entry> records) {

  /** A record of the log. */
  public static final class Entry {

    private final long from;
    private final byte[] payload;

    Entry(long from, byte[] payload) {
      this.from = from;
      this.payload = payload;
    }

    /** Returns where the record's frame begins. */
    public long from() {
      return from;
    }

    /** Returns where the record's frame ends. */
    public long to() {
      return from + LogFrame.bytes(payload.length);
    }

    /** Returns the record, which must not be written to. */
    public byte[] payload() {
      return payload;
    }
  }

  public LogChunk {
    records = List.copyOf(records);
  }

  /**
   * Reads a chunk of about {@code mostBytes}, or one record. Blocks on the disk. Fails as
   * {@link LogSlices#read} does.
   */
  static LogChunk read(LogSlices slices, long from, long to, int mostBytes) throws IOException {
    var records = new ArrayList<Entry>();
    var end = slices.read(from, to, mostBytes, (position, sequence, payload) -> {
      var bytes = new byte[payload.remaining()];
      payload.duplicate().get(bytes);
      records.add(new Entry(position, bytes));
    });
    return new LogChunk(from, end, records);
  }

  /** Returns the bytes of the chunk in the log. */
  public long bytes() {
    return to - from;
  }

  /** Whether a position lies in the chunk and before its end. */
  public boolean holds(long position) {
    return from <= position && position < to;
  }
}
