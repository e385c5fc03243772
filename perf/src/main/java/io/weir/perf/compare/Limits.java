package io.weir.perf.compare;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.weir.perf.load.Results.Limit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What the machine can do at most. Blocks for some seconds. */
final class Limits {

  private static final Duration SAMPLE = Duration.ofSeconds(1);
  private static final int FILE_BYTES = 16 << 20;
  private static final int FORCED_BYTES = 4 << 10;
  private static final int COPIED_BYTES = 256 << 20;
  private static final int COPIES = 8;

  private Limits() {}

  static List<Limit> measure(Path folder) throws IOException {
    return List.of(
        new Limit("fdatasync of 4 KiB, one after another", forcesPerSecond(folder), "a second"),
        new Limit("memory, copied by one thread", copiedGibPerSecond(), "GiB a second"));
  }

  /** Into a file whose blocks are there, as those of a log are. */
  private static double forcesPerSecond(Path folder) throws IOException {
    try (var file =
        FileChannel.open(folder.resolve("forced"), CREATE_NEW, WRITE, DELETE_ON_CLOSE)) {
      fill(file);
      var page = ByteBuffer.allocateDirect(FORCED_BYTES);
      var began = System.nanoTime();
      var forces = 0;
      while (System.nanoTime() - began < SAMPLE.toNanos()) {
        file.write(page.clear(), (long) forces * FORCED_BYTES % FILE_BYTES);
        file.force(false);
        forces++;
      }
      return forces * 1e9 / (System.nanoTime() - began);
    }
  }

  private static void fill(FileChannel file) throws IOException {
    file.write(ByteBuffer.allocateDirect(FILE_BYTES), 0);
    file.force(true);
  }

  /** Read and written bytes both count; the first copy, which touches the memory, does not. */
  private static double copiedGibPerSecond() {
    var from = new byte[COPIED_BYTES];
    var to = new byte[COPIED_BYTES];
    System.arraycopy(from, 0, to, 0, COPIED_BYTES);
    var began = System.nanoTime();
    for (var copy = 0; copy < COPIES; copy++) {
      System.arraycopy(from, 0, to, 0, COPIED_BYTES);
    }
    var seconds = (System.nanoTime() - began) / 1e9;
    return 2.0 * COPIES * COPIED_BYTES / (1 << 30) / seconds;
  }
}
