package io.weir.server.bulk;

import io.weir.server.request.UploadWindows;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one upload holds: the lines that the service was given and has not answered. Says whether more of the body may be taken.
 *
 * <p>Outcomes come in the order of the lines, one for each, so each of them takes off what its line weighed.
 *
 * <p>{@link #lineAnswered}: whoever emits the outcomes, one after the other. Everything else: the loop of the connection. Weight and time are
 * written before its line is handed over, and read when that has been answered; its place is used again after that.
 */
final class LinesInFlight {

  /** Most lines given and not answered, whatever the service asks for; a power of two, and more than our own service ever takes. */
  static final int LINES = 2048;

  private final int[] weights = new int[LINES];
  private final long[] givenNanos = new long[LINES];
  private final UploadWindows.Share room;
  private final AtomicLong givenBytes = new AtomicLong();
  private final AtomicLong answeredBytes = new AtomicLong();
  private final AtomicLong answeredLines = new AtomicLong();
  private long givenLines;
  private long chunkNanos;

  /** Set before the reader looks whether it may go on, so that an outcome which comes behind that look calls it. */
  private volatile boolean stopped;

  private volatile @Nullable Runnable reader;

  /**
   * Of one upload.
   *
   * @param rooms makes the room that it has, which calls back when there is more of it
   */
  LinesInFlight(Function<Runnable, UploadWindows.Share> rooms) {
    this.room = rooms.apply(this::callReader);
  }

  /** Who is called, on any thread, when it may be possible to go on. */
  void resumeWith(Runnable reader) {
    this.reader = reader;
  }

  /** The reader is at its end. */
  void detach() {
    reader = null;
  }

  /** Whether another line may be given. Where not, the reader is called when that may have changed. */
  boolean admitsLine() {
    if (hasPlace()) {
      return true;
    }
    stopped = true;
    return hasPlace();
  }

  /** The same of a chunk, beside what is kept of a line that is not whole. */
  boolean admitsChunk(int unfinishedBytes) {
    stopped = true;
    if (!room.admits(heldBytes() + unfinishedBytes, unfinishedBytes)) {
      return false;
    }
    stopped = false;
    return true;
  }

  /** A chunk is here: the lines that end in it count from now. */
  void chunkArrived() {
    chunkNanos = System.nanoTime();
  }

  /** A line is about to be given, which weighs so many bytes. */
  void lineGiven(int weight) {
    weights[place(givenLines)] = weight;
    givenNanos[place(givenLines)] = chunkNanos;
    givenLines++;
    givenBytes.setRelease(givenBytes.getPlain() + weight);
  }

  /** The outcome of a line, in its order. Answers when the line was here, as {@link System#nanoTime} tells it. */
  long lineAnswered() {
    var line = answeredLines.getPlain();
    answeredBytes.setRelease(answeredBytes.getPlain() + weights[place(line)]);
    var hereNanos = givenNanos[place(line)];
    answeredLines.set(line + 1);
    room.shrunk(heldBytes());
    if (stopped) {
      callReader();
    }
    return hereNanos;
  }

  private void callReader() {
    var waiting = reader;
    if (waiting != null) {
      waiting.run();
    }
  }

  private long heldBytes() {
    return givenBytes.getAcquire() - answeredBytes.getAcquire();
  }

  private boolean hasPlace() {
    return givenLines - answeredLines.get() < LINES;
  }

  private static int place(long line) {
    return (int) line & (LINES - 1);
  }
}
