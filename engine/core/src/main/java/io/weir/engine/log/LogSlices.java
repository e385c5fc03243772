package io.weir.engine.log;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.List;
import java.util.UUID;

/**
 * Reads some records of a log at a time, from any position where a record begins, while the log is
 * written and truncated. Changes nothing.
 *
 * <p>A slice begins inside a segment, and its first frame has no neighbour to compare with. The
 * frame's checksum is seeded with its position, which proves that the frame belongs there.
 *
 * <p>Runs on: any thread that may block on the disk. Keeps no file open between two slices.
 */
public final class LogSlices {
  private static final int LEAST_WINDOW_BYTES = 4 << 10;
  private static final int MOST_WINDOW_BYTES = 256 << 10;

  private final LogFolder folder;

  /** Makes a reader of the log in a folder. */
  public LogSlices(Folder files, UUID storeId) {
    this.folder = new LogFolder(files, LogConfig.forStore(storeId));
  }

  /**
   * Shows records to the visitor, until their payloads have {@code mostBytes} or more, or the
   * segment ends. Returns the position after the last of them; {@code from} only if it equals
   * {@code to}.
   *
   * @param from where a record begins, or the end of the log
   * @param to where a record ends; not above the durable position
   * @throws PositionTruncated if the log was truncated after {@code from}
   * @throws LogDamaged if there is no good frame where one must be; the visitor has then seen a
   *     part of the slice
   */
  public long read(long from, long to, int mostBytes, LogVisitor visitor) throws IOException {
    if (from == to) {
      return from;
    }
    List<String> names = folder.segments();
    int at = names.isEmpty() ? 0 : LogFolder.holderOf(names, from);
    if (names.isEmpty() || LogFolder.basePosition(names.get(at)) > from) {
      throw new PositionTruncated(from, oldest(names));
    }
    long next = at + 1 < names.size() ? LogFolder.basePosition(names.get(at + 1)) : Long.MAX_VALUE;
    try (Segment segment = folder.open(names.get(at))) {
      return frames(segment, from, Math.min(to, next), mostBytes, visitor);
    } catch (IOException e) { // of a retired segment the file may be gone, or hold another one
      List<String> left = folder.segments();
      if (left.contains(names.get(at))) {
        throw e;
      }
      PositionTruncated truncated = new PositionTruncated(from, oldest(left));
      truncated.addSuppressed(e);
      throw truncated;
    }
  }

  private static long frames(
      Segment segment, long from, long end, int mostBytes, LogVisitor visitor) throws IOException {
    long wanted = Math.min(end - from, mostBytes);
    SegmentReader reader = new SegmentReader(
        segment, (int) Math.max(LEAST_WINDOW_BYTES, Math.min(wanted, MOST_WINDOW_BYTES)));
    long position = from;
    long least = 0;
    long most = Long.MAX_VALUE;
    long bytes = 0;
    while (position < end && bytes < mostBytes) {
      int offset = SegmentHeader.BYTES + (int) (position - segment.header().basePosition());
      LogFrame frame = reader.frameAt(offset, least, most);
      if (frame == null) {
        throw new LogDamaged(
            LogDamaged.Kind.GAP,
            segment.name(),
            offset,
            "position=" + position + " expected=" + end);
      }
      least = frame.isMark() ? frame.sequence() : frame.sequence() + 1;
      most = least;
      int frameBytes = frame.bytes(); // before the visitor, which may read the payload to its end
      bytes += frameBytes;
      if (!frame.isMark()) {
        visitor.record(position, frame.sequence(), frame.payload());
      }
      position += frameBytes;
    }
    return position;
  }

  /** Returns the first position of the log. */
  public long oldest() throws IOException {
    return oldest(folder.segments());
  }

  /** Returns the positions at which the segments begin, ascending. */
  public List<Long> begins() throws IOException {
    return folder.segments().stream().map(LogFolder::basePosition).toList();
  }

  private static long oldest(List<String> names) {
    return names.isEmpty() ? 0 : LogFolder.basePosition(names.get(0));
  }
}
