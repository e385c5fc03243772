package io.weir.server.request;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one upload that the service has received and not answered. Decides whether more of
 * the body may be read.
 *
 * <p>The outcomes come in the order of the lines, one for each, and each subtracts the weight of
 * its line.
 *
 * <p>Threads: {@link #lineAnswered} runs on the thread that emits the outcomes, one after another.
 * Everything else runs on the loop of the connection. Weight and time are written before their line
 * is handed over and read after it is answered; only then is their slot reused.
 */
final class LinesInFlight {

  /**
   * Most lines in flight, whatever the service requests. A power of two, and more than Weir's own
   * engine requests.
   */
  static final int LINES = 2048;

  private final int[] weights = new int[LINES];
  private final long[] givenNanos = new long[LINES];
  private final UploadWindows.Share room;
  private final AtomicLong givenBytes = new AtomicLong();
  private final AtomicLong answeredBytes = new AtomicLong();
  private final AtomicLong answeredLines = new AtomicLong();
  private long givenLines;
  private long chunkNanos;

  /**
   * Set before the reader checks for room, so that an outcome after that check calls the reader.
   */
  private volatile boolean stopped;

  private volatile @Nullable Runnable reader;

  /**
   * Creates the lines in flight of one upload.
   *
   * @param memory the upload's share of memory; it calls back when there is more
   */
  LinesInFlight(RequestMemory.Share memory) {
    this.room = memory.window(this::callReader);
  }

  /** Sets the callback that runs on any thread when reading may continue. */
  void resumeWith(Runnable reader) {
    this.reader = reader;
  }

  /** Removes the callback after the reader's end. */
  void detach() {
    reader = null;
  }

  /**
   * Returns whether another line may be handed over. If not, the callback runs when that may have
   * changed.
   */
  boolean admitsLine() {
    if (hasPlace()) {
      return true;
    }
    stopped = true;
    return hasPlace();
  }

  /**
   * Returns whether another chunk may be read, in addition to the bytes kept of an incomplete line.
   * If not, the callback runs when that may have changed.
   */
  boolean admitsChunk(int unfinishedBytes) {
    stopped = true;
    if (!room.admits(heldBytes() + unfinishedBytes, unfinishedBytes)) {
      return false;
    }
    stopped = false;
    return true;
  }

  /** Records the arrival of a chunk. The time of the lines that end in it starts now. */
  void chunkArrived() {
    chunkNanos = System.nanoTime();
  }

  /**
   * Records that a line is about to be handed over.
   *
   * @param weight approximate memory of the line in bytes
   */
  void lineGiven(int weight) {
    weights[place(givenLines)] = weight;
    givenNanos[place(givenLines)] = chunkNanos;
    givenLines++;
    givenBytes.setRelease(givenBytes.getPlain() + weight);
  }

  /**
   * Records the outcome of the oldest line. Returns the line's arrival time, as
   * {@link System#nanoTime}.
   */
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

  /**
   * A few received bytes may be many lines that each weigh much, such as takes of messages: see
   * {@link LineDecoder#weightBytes}.
   */
  private boolean hasPlace() {
    var held = heldBytes();
    return givenLines - answeredLines.get() < LINES
        && (held <= UploadWindows.FREE_BYTES || room.admits(held, 0));
  }

  private static int place(long line) {
    return (int) line & (LINES - 1);
  }
}
