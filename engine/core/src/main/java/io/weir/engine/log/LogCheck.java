package io.weir.engine.log;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * Reads a whole log and reports all of its damage, whereas opening the log stops at the first.
 * Changes nothing.
 *
 * <p>The check begins, as opening does, with the segment that holds the given position; earlier
 * segments are garbage. After damage it continues with the next segment, whose header says where it
 * begins.
 *
 * <p>Runs on: the thread that checks; it blocks on the disk.
 */
public final class LogCheck {
  /** Stands for an unknown position: the log is read from its first segment. */
  public static final long FROM_FIRST_SEGMENT = -1;

  private final LogFolder folder;
  private final long from;
  private final long reached;
  private final Listener listener;

  /**
   * Whether the begin of the next segment is known. It is, unless the segment before could not be
   * opened.
   */
  private boolean known;

  private final FramesRead read = new FramesRead();

  private LogCheck(LogFolder folder, long from, long reached, Listener listener) {
    this.folder = folder;
    this.from = from;
    this.reached = Math.max(from, reached);
    this.listener = listener;
  }

  /** Receives the results, on the thread that checks. */
  public interface Listener {

    /** Reports that the check begins to read a segment. */
    void segment(String file, long bytes);

    /**
     * Reports a sound record at or after the requested position, and the position after it. The
     * payload is valid during the call only.
     */
    void record(String file, long offset, long endPosition, ByteBuffer payload);

    /** Reports damage that would stop an opening. */
    void damaged(LogDamaged damage);

    /**
     * Reports a torn tail: the process or the machine died while the end of the log was being
     * written. An opening cuts it.
     */
    void torn(String file, long offset, long bytes);
  }

  /**
   * Checks the log in a folder and returns the position after its last sound frame.
   *
   * @param from where replay after the last checkpoint or the snapshot begins, 0 without either, or
   *     {@link #FROM_FIRST_SEGMENT}
   * @param reached a position up to which the log was once durable, 0 if none is known; the log may
   *     be longer
   */
  public static long run(Folder files, UUID storeId, long from, long reached, Listener listener)
      throws IOException {
    var folder = new LogFolder(files, LogConfig.forStore(storeId));
    return new LogCheck(folder, from, reached, listener).run();
  }

  private long run() throws IOException {
    List<String> names = folder.segments();
    if (names.isEmpty()) {
      if (reached > 0) {
        listener.damaged(LogDamaged.endsTooEarly(LogFolder.name(0), 0, 0, reached));
      }
      return 0;
    }
    int first = LogFolder.holderOf(names, from);
    if (from >= 0 && LogFolder.basePosition(names.get(first)) > from) {
      damaged(LogDamaged.Kind.BEGINS_TOO_LATE, names.get(first), 0, "from=" + from);
    }
    for (int i = first; i < names.size(); i++) {
      check(names.get(i), i + 1 < names.size() ? names.get(i + 1) : "");
    }
    return read.position();
  }

  private void check(String name, String next) throws IOException {
    try (Segment segment = folder.open(name)) {
      listener.segment(name, segment.bytes());
      begin(segment.header(), name);
      SegmentReader reader = new SegmentReader(segment);
      int end = readFrames(
          segment, reader, next.isEmpty() ? Long.MAX_VALUE : LogFolder.basePosition(next));
      if (next.isEmpty()) {
        judgeEnd(segment, reader, end);
      } else if (read.position() != LogFolder.basePosition(next)) {
        damaged(
            LogDamaged.Kind.GAP,
            name,
            end,
            "position=" + read.position() + " sequence=" + read.sequence() + " next=" + next);
        known = false;
      }
    } catch (LogDamaged damage) {
      listener.damaged(damage);
      known = false;
    }
  }

  private void begin(SegmentHeader header, String name) {
    if (known && header.baseSequence() != read.sequence()) {
      damaged(
          LogDamaged.Kind.GAP,
          name,
          0,
          "sequence=" + header.baseSequence() + " expected=" + read.sequence());
    }
    known = true;
    read.begin(header);
  }

  private int readFrames(Segment segment, SegmentReader reader, long endPosition)
      throws IOException {
    return read.read(reader, endPosition, (offset, frame) -> {
      if (read.isInside(frame, from)) {
        damaged(LogDamaged.Kind.INSIDE_A_FRAME, segment.name(), offset, "from=" + from);
      }
      if (!frame.isMark() && read.position() >= from) {
        listener.record(segment.name(), offset, read.position() + frame.bytes(), frame.payload());
      }
    });
  }

  private void judgeEnd(Segment segment, SegmentReader reader, int end) throws IOException {
    int staleEnd = new TornTail(segment, reader, end, read.sequence()).judge();
    if (read.position() < reached) {
      listener.damaged(LogDamaged.endsTooEarly(segment.name(), end, read.position(), reached));
    } else if (staleEnd > end) {
      listener.torn(segment.name(), end, staleEnd - end);
    }
  }

  private void damaged(LogDamaged.Kind kind, String file, long offset, String facts) {
    listener.damaged(new LogDamaged(kind, file, offset, facts));
  }
}
