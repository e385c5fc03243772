package io.weir.engine.log;

import java.io.IOException;
import java.util.List;

/**
 * Reads a log from a position and finds its end; changes nothing on disk.
 *
 * <p>The segment that holds the position and all later segments are verified whole. Earlier
 * segments are not read: the checkpoint covers them, and a crash may have kept some that were to be
 * deleted.
 *
 * <p>Runs on: the thread that opens the log.
 */
public final class LogReplay {
  private final LogFolder folder;
  private final long from;
  private final long reached;
  private final LogVisitor visitor;
  private final FramesRead read = new FramesRead();
  private long provenPosition;
  private int segmentsRead;
  private long bytesRead;
  private boolean marked;

  /**
   * Creates a replay from a position. The log is known to have reached {@code reached} and may be
   * longer.
   */
  public LogReplay(LogFolder folder, long from, long reached, LogVisitor visitor) {
    this.folder = folder;
    this.from = from;
    this.reached = reached;
    this.visitor = visitor;
  }

  /**
   * Shows all records at and above the position; {@code names} lists all segments in order, at
   * least one.
   */
  public LogEnd run(List<String> names) throws IOException {
    int first = firstToRead(names);
    Segment segment = folder.open(names.get(first));
    try {
      read.begin(segment.header());
      for (int next = first + 1; next < names.size(); next++) {
        segment = readBefore(segment, names.get(next));
      }
      return readLast(segment);
    } catch (IOException | RuntimeException e) {
      closeAfter(e, segment);
      throw e;
    }
  }

  private int firstToRead(List<String> names) throws LogDamaged {
    int first = LogFolder.holderOf(names, from);
    if (LogFolder.basePosition(names.get(first)) > from) {
      throw new LogDamaged(LogDamaged.Kind.BEGINS_TOO_LATE, names.get(first), 0, "from=" + from);
    }
    return first;
  }

  /**
   * Reads a segment that has a successor, closes it and returns the successor, which must continue
   * it exactly.
   */
  private Segment readBefore(Segment segment, String nextName) throws IOException {
    int end = readFrames(segment, new SegmentReader(segment), LogFolder.basePosition(nextName));
    Segment next = folder.open(nextName);
    if (next.header().basePosition() != read.position()
        || next.header().baseSequence() != read.sequence()) {
      LogDamaged gap = new LogDamaged(
          LogDamaged.Kind.GAP,
          segment.name(),
          end,
          "position=" + read.position() + " sequence=" + read.sequence() + " next=" + nextName);
      closeAfter(gap, next);
      throw gap;
    }
    segment.close();
    return next;
  }

  private LogEnd readLast(Segment segment) throws IOException {
    SegmentReader reader = new SegmentReader(segment);
    int end = readFrames(segment, reader, Long.MAX_VALUE);
    int staleEnd = new TornTail(segment, reader, end, read.sequence()).judge();
    if (read.position() < reached) {
      throw LogDamaged.endsTooEarly(segment.name(), end, read.position(), reached);
    }
    return new LogEnd(segment, provenOffset(segment), end, staleEnd, read.sequence(), marked);
  }

  private int provenOffset(Segment segment) {
    long proven = Math.max(provenPosition, segment.header().basePosition());
    return SegmentHeader.BYTES + (int) (proven - segment.header().basePosition());
  }

  /** Returns the amount of log read so far. */
  public LogReplayed replayed() {
    return new LogReplayed(segmentsRead, bytesRead);
  }

  private int readFrames(Segment segment, SegmentReader reader, long endPosition)
      throws IOException {
    segmentsRead++;
    return read.read(reader, endPosition, (offset, frame) -> {
      if (read.isInside(frame, from)) {
        throw new LogDamaged(
            LogDamaged.Kind.INSIDE_A_FRAME, segment.name(), offset, "from=" + from);
      }
      bytesRead += frame.bytes();
      show(frame);
    });
  }

  private void show(LogFrame frame) {
    provenPosition = frame.forcedPosition();
    marked = frame.isMark();
    if (!marked && read.position() >= from) {
      visitor.record(read.position(), read.sequence(), frame.payload());
    }
  }

  private static void closeAfter(Exception failure, Segment segment) {
    try {
      segment.close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
