package io.weir.client.stream;

import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.BulkLine;
import io.weir.client.call.Sending;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a bulk write that were taken and not answered: first the sent lines, then the unsent
 * ones.
 *
 * <p>Each line is kept with its frame, which is what is sent, once or again; the line itself is
 * needed if its outcome becomes unknown. Belongs to the thread inside the upload's drain.
 */
final class UploadWindow {

  /** Most lines. The service takes this many at a time, so it always has lines to continue with. */
  static final int LINES = 1024;

  /** Most bytes of lines. */
  static final long BYTES = 8L << 20;

  /** A chunk of this length is full. It stays below the 16 KiB of an HTTP/2 frame. */
  private static final int CHUNK_BYTES = 12 * 1024;

  private final Lines sent = new Lines();
  private final Lines unsent = new Lines();

  /** Group of the line that was answered last. */
  private Optional<String> lastGroup = Optional.empty();

  /** The refusal of that group, for its further lines; null if it was not refused. */
  private @Nullable TableServiceException broken;

  private long answered;
  private int lineBytes = 256;

  void take(BulkLine line) {
    var kept = kept(line);
    unsent.addLast(kept);
    lineBytes = (lineBytes + kept.frame.length) / 2;
  }

  /**
   * Returns how many more lines may be requested besides {@code owed}; fewer if lines are large.
   */
  int room(int owed) {
    var byBytes = (BYTES - sent.bytes - unsent.bytes) / Math.max(1, lineBytes);
    return (int) Math.min(LINES - sent.size() - unsent.size(), byBytes) - owed;
  }

  boolean hasUnsent() {
    return !unsent.isEmpty();
  }

  /** Returns whether a full chunk is unsent, which need not wait for further lines. */
  boolean hasChunkUnsent() {
    return unsent.bytes >= CHUNK_BYTES;
  }

  /**
   * Returns the frames of the next lines to send, as many as fill a chunk.
   *
   * @param nowNanos the time by the clock of {@link Sending}
   */
  byte[][] nextChunk(long nowNanos) {
    var frames = new ArrayList<byte[]>();
    for (var length = 0; length < CHUNK_BYTES && !unsent.isEmpty(); ) {
      var next = unsent.removeFirst();
      next.sentNanos = nowNanos;
      sent.addLast(next);
      frames.add(next.frame);
      length += next.frame.length;
    }
    return frames.toArray(byte[][]::new);
  }

  /** Drops the first lines, which are answered. */
  void answered(long lines) {
    for (; answered < lines; answered++) {
      var line = sent.removeFirst();
      lastGroup = line.line.group();
    }
  }

  /** Marks all unanswered lines as unsent, so that they are sent again. */
  void rewind() {
    while (!sent.isEmpty()) {
      unsent.addFirst(sent.removeLast());
    }
  }

  /** Returns the number of the first unsent line. */
  long sent() {
    return answered + sent.size();
  }

  /**
   * Returns whether the service can answer a line. It cannot answer lines of a group before the
   * group is complete.
   */
  boolean isAnswerDue() {
    var last = sent.peekLast();
    if (last == null) {
      return false;
    }
    var open = last.line.group();
    return open.isEmpty() || !sent.stream().allMatch(kept -> kept.line.group().equals(open));
  }

  /**
   * Marks the lines of an open group as unsent. The group was not carried out, because its end was
   * not sent. Once for each attempt.
   */
  void takeBackOpenGroup() {
    var last = sent.peekLast();
    var open = last == null ? Optional.<String>empty() : last.line.group();
    while (open.isPresent() && last != null && last.line.group().equals(open)) {
      unsent.addFirst(sent.removeLast());
      last = sent.peekLast();
    }
  }

  /** Returns the lines with an unknown outcome, in their order. */
  List<BulkUpload.SentLine> lost() {
    return sent.stream()
        .map(kept -> new BulkUpload.SentLine(kept.line, kept.sentNanos))
        .toList();
  }

  /**
   * Returns how many of the lost lines, from the first, belong to the group that was answered in
   * part.
   */
  int restOfLastGroup() {
    return (int) sent.stream().takeWhile(this::isOfLastGroup).count();
  }

  /**
   * Refuses the other lines of the group that was answered in part, and those that are still to
   * come.
   */
  void breakLastGroup(TableServiceException cause) {
    broken = cause;
    sent.replaceAll(this::again);
    unsent.replaceAll(this::again);
  }

  private boolean isOfLastGroup(Kept kept) {
    return kept.line.group().isPresent() && kept.line.group().equals(lastGroup);
  }

  private Kept again(Kept kept) {
    var other = kept(kept.line);
    other.sentNanos = kept.sentNanos;
    return other;
  }

  private Kept kept(BulkLine line) {
    if (broken != null && line.group().isPresent() && line.group().equals(lastGroup)) {
      return framed(new BulkLine.Refused(broken, line.group()));
    }
    broken = null;
    return framed(line);
  }

  private static Kept framed(BulkLine line) {
    return new Kept(line, FrameEncoder.encode(new Frame.Line(line)));
  }

  void clear() {
    sent.clear();
    unsent.clear();
  }

  /** Lines in their order, with their total bytes. */
  private static final class Lines {

    private final ArrayDeque<Kept> queue = new ArrayDeque<>();
    private long bytes;

    void addFirst(Kept line) {
      queue.addFirst(line);
      bytes += line.frame.length;
    }

    void addLast(Kept line) {
      queue.addLast(line);
      bytes += line.frame.length;
    }

    Kept removeFirst() {
      return taken(queue.removeFirst());
    }

    Kept removeLast() {
      return taken(queue.removeLast());
    }

    @Nullable
    Kept peekLast() {
      return queue.peekLast();
    }

    /** Replaces each line, keeping the order. */
    void replaceAll(UnaryOperator<Kept> replacement) {
      for (var left = queue.size(); left > 0; left--) {
        addLast(replacement.apply(removeFirst()));
      }
    }

    boolean isEmpty() {
      return queue.isEmpty();
    }

    int size() {
      return queue.size();
    }

    Stream<Kept> stream() {
      return queue.stream();
    }

    void clear() {
      queue.clear();
      bytes = 0;
    }

    private Kept taken(Kept line) {
      bytes -= line.frame.length;
      return line;
    }
  }

  private static final class Kept {

    final BulkLine line;
    final byte[] frame;

    /** When the line was sent; without meaning before. */
    long sentNanos;

    Kept(BulkLine line, byte[] frame) {
      this.line = line;
      this.frame = frame;
    }
  }
}
