package io.weir.cli.rows;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Counts the numbers of a sequence that occurred in it before, in constant memory.
 *
 * <p>An external merge sort: full buffers are sorted and written to a temporary file, one run after
 * another. At the end all runs are merged in order, which brings equal numbers together. Most files
 * fit into one buffer, so the temporary file is rarely created.
 *
 * <p>Belongs to one thread.
 */
final class DuplicateCounter implements Closeable {

  /** Numbers held in memory: 8 MiB. */
  static final int BUFFERED = 1 << 20;

  private final long[] buffer;
  private int buffered;
  private long repeats;
  private @Nullable FileChannel file;
  private final List<Run> runs = new ArrayList<>();

  DuplicateCounter() {
    this(BUFFERED);
  }

  DuplicateCounter(int buffered) {
    this.buffer = new long[buffered];
  }

  /** Adds a number. */
  void add(long number) throws IOException {
    if (buffered == buffer.length) {
      sortBuffer();
      spill();
    }
    buffer[buffered++] = number;
  }

  /** Returns how many numbers were equal to an earlier one. Called once, at the end. */
  long count() throws IOException {
    sortBuffer();
    if (!runs.isEmpty()) {
      spill();
      meet();
    }
    return repeats;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }

  /** Sorts the buffer, and counts and removes what occurs in it again. */
  private void sortBuffer() {
    Arrays.sort(buffer, 0, buffered);
    var different = Math.min(1, buffered);
    for (var i = 1; i < buffered; i++) {
      if (buffer[i] != buffer[i - 1]) {
        buffer[different++] = buffer[i];
      }
    }
    repeats += buffered - different;
    buffered = different;
  }

  private void spill() throws IOException {
    var target = file == null ? temporary() : file;
    file = target;
    var bytes = ByteBuffer.allocate(buffered * Long.BYTES);
    bytes.asLongBuffer().put(buffer, 0, buffered);
    var start = target.position();
    while (bytes.hasRemaining()) {
      target.write(bytes);
    }
    runs.add(new Run(target, start, target.position()));
    buffered = 0;
  }

  private static FileChannel temporary() throws IOException {
    return FileChannel.open(
        Files.createTempFile("weir-keys", ".tmp"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  /** Counts the numbers that occur in several runs. None occurs twice in one. */
  private void meet() throws IOException {
    var heads = new PriorityQueue<Run>();
    for (var run : runs) {
      if (run.advance()) {
        heads.add(run);
      }
    }
    for (var least = heads.poll(); least != null; least = heads.poll()) {
      var next = heads.peek();
      if (next != null && next.head == least.head) {
        repeats++;
      }
      if (least.advance()) {
        heads.add(least);
      }
    }
  }

  /** A sorted run in the file, and the position of its reader. */
  private static final class Run implements Comparable<Run> {

    private static final int READ_BYTES = 1 << 16;

    private final FileChannel file;
    private final long end;
    private final ByteBuffer bytes = ByteBuffer.allocate(READ_BYTES).limit(0);
    private long position;
    private long head;

    Run(FileChannel file, long start, long end) {
      this.file = file;
      this.position = start;
      this.end = end;
    }

    boolean advance() throws IOException {
      if (!bytes.hasRemaining() && !refill()) {
        return false;
      }
      head = bytes.getLong();
      return true;
    }

    private boolean refill() throws IOException {
      if (position == end) {
        return false;
      }
      bytes.clear().limit((int) Math.min(READ_BYTES, end - position));
      while (bytes.hasRemaining()) {
        position += file.read(bytes, position);
      }
      bytes.flip();
      return true;
    }

    @Override
    public int compareTo(Run other) {
      return Long.compare(head, other.head);
    }
  }
}
