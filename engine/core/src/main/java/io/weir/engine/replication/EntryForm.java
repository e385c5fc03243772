package io.weir.engine.replication;

import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.record.LogRecord;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of the agreed sequence: records, in order, and where they belong.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       1      form: 1
 * 1       8      term in which the records were evaluated, big-endian
 * 9       8      position of the log at which the first record begins, big-endian
 * 17      4      number n of records, big-endian
 * 21      ..     n times:
 *         4        length k in bytes, big-endian
 *         k        record, see {@link LogRecord}
 * ..      0 or 8 closed time in ticks, big-endian; absent if the entry closes none
 * </pre>
 *
 * <p>Entries of earlier versions close no time, and those versions ignore it.
 *
 * @param records views of the entry's bytes
 * @param closedTicks the time that the entry closes, see the package; 0 if it closes none
 */
record EntryForm(long term, long position, List<ByteBuffer> records, long closedTicks) {

  static final int HEAD_BYTES = 21;
  static final int LENGTH_BYTES = Integer.BYTES;

  /** What a closed time takes. */
  static final int CLOSED_BYTES = Long.BYTES;

  private static final byte FORM = 1;

  /** What a mark takes in the log. */
  static final int MARK_FRAME_BYTES = LogFrame.bytes(LogRecord.MARK_BYTES);

  EntryForm {
    records = List.copyOf(records);
  }

  /** Reads an entry. Fails with {@link IllegalStateException} when it has another form. */
  static EntryForm of(ByteBuffer entry) {
    var bytes = entry.asReadOnlyBuffer();
    try {
      var form = bytes.get();
      if (form != FORM) {
        throw new IllegalStateException(
            "unknown form of an entry; run the version of Weir of the other nodes form=" + form);
      }
      var term = bytes.getLong();
      var position = bytes.getLong();
      var records = new ArrayList<ByteBuffer>();
      for (var left = bytes.getInt(); left > 0; left--) {
        var length = bytes.getInt();
        records.add(bytes.slice(bytes.position(), length).asReadOnlyBuffer());
        bytes.position(bytes.position() + length);
      }
      var closedTicks = bytes.hasRemaining() ? bytes.getLong() : 0;
      return new EntryForm(term, position, records, closedTicks);
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalStateException("an entry ends early", e);
    }
  }

  /** Returns the bytes of an entry. */
  static ByteBuffer encode(long term, long position, List<LogPayload> records, long closedTicks) {
    var out = ByteBuffer.allocate(entryBytes(records) + (closedTicks > 0 ? CLOSED_BYTES : 0));
    out.put(FORM).putLong(term).putLong(position).putInt(records.size());
    for (var record : records) {
      out.putInt(record.lengthBytes());
      record.writeTo(out);
    }
    if (closedTicks > 0) {
      out.putLong(closedTicks);
    }
    return out.flip().asReadOnlyBuffer();
  }

  private static int entryBytes(List<LogPayload> records) {
    var bytes = HEAD_BYTES;
    for (var record : records) {
      bytes += LENGTH_BYTES + record.lengthBytes();
    }
    return bytes;
  }

  /** Returns the position of the log after the entry and its mark. */
  long endPosition() {
    var end = position;
    for (var record : records) {
      end += LogFrame.bytes(record.remaining());
    }
    return end + MARK_FRAME_BYTES;
  }

  /** Returns the highest Timestamp that the entry has or closes. */
  long highestTicks() {
    return Math.max(
        closedTicks, records.stream().mapToLong(LogRecord::ticks).max().orElse(0));
  }
}
