package io.weir.client.bulk;

import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.BulkLine;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a bulk write that were taken and not answered: first those that were sent, behind them those that were not.
 *
 * <p>Each is kept as its frame, which is what it is sent as, once or again, and as the line, which says what to do when nobody knows
 * what became of it. Belongs to who drains the upload, one thread at a time.
 */
final class UploadWindow {

  /** Most lines: what the service takes at a time, so that it always has some to go on with. */
  static final int LINES = 1024;

  /** Most bytes of lines. */
  static final long BYTES = 8L << 20;

  /** A chunk this long is full: below the 16 KiB of an HTTP/2 frame. */
  private static final int CHUNK_BYTES = 12 * 1024;

  private final Lines sent = new Lines();
  private final Lines unsent = new Lines();

  /** Of the line that was answered last. */
  private Optional<String> lastGroup = Optional.empty();

  /** What further lines of that group are refused with, while they come. */
  private @Nullable TableServiceException broken;

  private long answered;
  private int lineBytes = 256;

  void take(BulkLine line) {
    var kept = kept(line);
    unsent.addLast(kept);
    lineBytes = (lineBytes + kept.frame.length) / 2;
  }

  /** How many more may be asked for, beside those that are owed; fewer where they are large. */
  int room(int owed) {
    var byBytes = (BYTES - sent.bytes - unsent.bytes) / Math.max(1, lineBytes);
    return (int) Math.min(LINES - sent.size() - unsent.size(), byBytes) - owed;
  }

  boolean hasUnsent() {
    return !unsent.isEmpty();
  }

  /** Whether there is a whole chunk to be sent, so that it need not wait for further lines. */
  boolean hasChunkUnsent() {
    return unsent.bytes >= CHUNK_BYTES;
  }

  /** The frames of the next lines to be sent, as many as fill a chunk. */
  byte[][] nextChunk() {
    var frames = new ArrayList<byte[]>();
    for (var length = 0; length < CHUNK_BYTES && !unsent.isEmpty(); ) {
      var next = unsent.removeFirst();
      sent.addLast(next);
      frames.add(next.frame);
      length += next.frame.length;
    }
    return frames.toArray(byte[][]::new);
  }

  /** The first lines are answered: they are kept no longer. */
  void answered(long lines) {
    for (; answered < lines; answered++) {
      var line = sent.removeFirst();
      lastGroup = line.line.group();
    }
  }

  /** What was sent and not answered is sent again. */
  void rewind() {
    while (!sent.isEmpty()) {
      unsent.addFirst(sent.removeLast());
    }
  }

  /** Number of the first line that is not sent. */
  long sent() {
    return answered + sent.size();
  }

  /** Whether the service can answer a line: one of a group it cannot before that is complete. */
  boolean isAnswerDue() {
    var last = sent.peekLast();
    if (last == null) {
      return false;
    }
    var open = last.line.group();
    return open.isEmpty() || !sent.stream().allMatch(kept -> kept.line.group().equals(open));
  }

  /** A group whose end was not sent was not carried out: its lines are not lost, but sent again. Once for each attempt. */
  void takeBackOpenGroup() {
    var last = sent.peekLast();
    var open = last == null ? Optional.<String>empty() : last.line.group();
    while (open.isPresent() && last != null && last.line.group().equals(open)) {
      unsent.addFirst(sent.removeLast());
      last = sent.peekLast();
    }
  }

  /** The lines of which nobody knows what became, in their order. */
  List<BulkLine> lost() {
    return sent.stream().map(kept -> kept.line).toList();
  }

  /** How many of the lost lines, the first of them, are of the group that was answered in part. */
  int restOfLastGroup() {
    return (int) sent.stream().takeWhile(this::isOfLastGroup).count();
  }

  /** The group that was answered in part was refused: so are its other lines, those that are still to come included. */
  void breakLastGroup(TableServiceException cause) {
    broken = cause;
    sent.replaceAll(this::again);
    unsent.replaceAll(this::again);
  }

  private boolean isOfLastGroup(Kept kept) {
    return kept.line.group().isPresent() && kept.line.group().equals(lastGroup);
  }

  private Kept again(Kept kept) {
    return kept(kept.line);
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

  /** Lines in their order, and how many bytes they take. */
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

    /** Replaces each, in their order. */
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

    Kept(BulkLine line, byte[] frame) {
      this.line = line;
      this.frame = frame;
    }
  }
}
