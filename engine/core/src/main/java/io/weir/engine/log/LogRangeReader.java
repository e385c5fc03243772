package io.weir.engine.log;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * Reads a range of a log that is being written, between two positions, the second of which is
 * durable. Changes nothing.
 *
 * <p>Runs on: the caller's thread, which may block on the disk. No thread may truncate the log
 * meanwhile.
 */
public final class LogRangeReader {
  private final LogFolder folder;
  private final long from;
  private final long to;
  private final LogVisitor visitor;
  private final FramesRead read = new FramesRead();

  private LogRangeReader(LogFolder folder, long from, long to, LogVisitor visitor) {
    this.folder = folder;
    this.from = from;
    this.to = to;
    this.visitor = visitor;
  }

  /**
   * Shows all records of a range to the visitor.
   *
   * @param from where a record begins, or the end of the log
   * @param to where a record ends; not above the durable position
   * @throws LogDamaged if the log cannot be read up to {@code to}; the visitor has then seen a part
   *     of it
   */
  public static void read(Folder files, UUID storeId, long from, long to, LogVisitor visitor)
      throws IOException {
    LogFolder folder = new LogFolder(files, LogConfig.forStore(storeId));
    new LogRangeReader(folder, from, to, visitor).run(folder.segments());
  }

  private void run(List<String> names) throws IOException {
    if (from == to) {
      return;
    }
    if (names.isEmpty()) {
      throw LogDamaged.endsTooEarly(LogFolder.name(0), 0, 0, to);
    }
    int first = LogFolder.holderOf(names, from);
    if (LogFolder.basePosition(names.get(first)) > from) {
      throw new LogDamaged(LogDamaged.Kind.BEGINS_TOO_LATE, names.get(first), 0, "from=" + from);
    }
    for (int i = first; i < names.size() && (i == first || read.position() < to); i++) {
      long next = i + 1 < names.size() ? LogFolder.basePosition(names.get(i + 1)) : to;
      segment(names.get(i), i == first, Math.min(next, to));
    }
    if (read.position() < to) {
      throw LogDamaged.endsTooEarly(names.get(names.size() - 1), 0, read.position(), to);
    }
  }

  private void segment(String name, boolean first, long end) throws IOException {
    try (Segment segment = folder.open(name)) {
      SegmentHeader header = segment.header();
      if (first) {
        read.begin(header);
      } else if (header.basePosition() != read.position()
          || header.baseSequence() != read.sequence()) {
        throw gap(name, 0, header.basePosition());
      }
      int offset = read.read(new SegmentReader(segment), end, (at, frame) -> show(frame));
      if (read.position() != end) {
        throw gap(name, offset, end);
      }
    }
  }

  private void show(LogFrame frame) {
    if (!frame.isMark() && read.position() >= from) {
      visitor.record(read.position(), read.sequence(), frame.payload());
    }
  }

  private LogDamaged gap(String name, int offset, long expected) {
    return new LogDamaged(
        LogDamaged.Kind.GAP,
        name,
        offset,
        "position=" + read.position() + " sequence=" + read.sequence() + " expected=" + expected);
  }
}
