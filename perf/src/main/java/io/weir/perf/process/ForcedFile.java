package io.weir.perf.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * A file of fixed length that acknowledges what it was given after a force, everything that waits
 * with one force: the least that durable writes cost.
 *
 * <p>The file is written once before its use and then from its beginning again and again, as a log
 * does that uses its segments again. Any thread; one of its own, {@code bare-log}, writes and
 * forces.
 */
final class ForcedFile {

  static final int MOST_WAITING = 4096;

  private static final int FILE_BYTES = 64 << 20;
  private static final int MOST_BYTES = 1 << 20;

  private record Append(ByteBuffer bytes, MonoSink<Void> done) {}

  private final BlockingQueue<Append> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
  private final FileChannel file;
  private final ByteBuffer group = ByteBuffer.allocateDirect(MOST_BYTES);

  private ForcedFile(FileChannel file) {
    this.file = file;
  }

  /**
   * Creates the file and starts its thread, which ends with the process. Blocks while it writes the
   * file.
   */
  static ForcedFile create(Path path) throws IOException {
    var channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    var created = new ForcedFile(channel);
    for (var at = 0L; at < FILE_BYTES; at += MOST_BYTES) {
      created.writeAll(created.group.clear(), at);
    }
    channel.force(true);
    var thread = new Thread(created::run, "bare-log");
    thread.setDaemon(true);
    thread.start();
    return created;
  }

  /**
   * Completes on the file's thread after the bytes are forced. Fails if they are more than 1 MiB,
   * if {@value #MOST_WAITING} others wait, or if the disk fails.
   */
  Mono<Void> append(byte[] bytes) {
    return Mono.create(sink -> {
      if (bytes.length > MOST_BYTES || !waiting.offer(new Append(ByteBuffer.wrap(bytes), sink))) {
        sink.error(new IOException("not appended bytes=" + bytes.length));
      }
    });
  }

  private void run() {
    var position = 0L;
    while (true) {
      var together = nextGroup();
      try {
        if (position + group.remaining() > FILE_BYTES) {
          position = 0;
        }
        position += writeAll(group, position);
        file.force(false);
        together.forEach(append -> append.done.success());
      } catch (IOException e) {
        together.forEach(append -> append.done.error(e));
      }
    }
  }

  /** Waits for an append, and takes all that wait and fit. Leaves their bytes in the buffer. */
  private List<Append> nextGroup() {
    var together = new ArrayList<Append>();
    group.clear();
    try {
      take(waiting.take(), together);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
    for (var next = waiting.peek();
        next != null && next.bytes.remaining() <= group.remaining();
        next = waiting.peek()) {
      take(waiting.remove(), together);
    }
    group.flip();
    return together;
  }

  private void take(Append next, List<Append> together) {
    group.put(next.bytes);
    together.add(next);
  }

  private int writeAll(ByteBuffer bytes, long position) throws IOException {
    var written = 0;
    while (bytes.hasRemaining()) {
      written += file.write(bytes, position + written);
    }
    return written;
  }
}
