package io.weir.perf.process;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Measures what the machine can do at most. Blocks for some seconds. */
public final class MachineLimits {

  private static final Duration SAMPLE = Duration.ofSeconds(5);

  /** Time until the clock-reading loop is compiled; compilation itself would count as a stall. */
  private static final Duration COMPILING = Duration.ofSeconds(1);

  private static final int SIGNIFICANT_DIGITS = 3;
  private static final int FILE_BYTES = 16 << 20;
  private static final int FORCED_BYTES = 4 << 10;
  private static final int COPIED_BYTES = 256 << 20;
  private static final int COPIES = 8;

  private MachineLimits() {}

  public static List<MachineLimit> measure(Path folder) throws IOException {
    var forces = forces(folder);
    Stalls.measure(COMPILING);
    var stalls = Stalls.measure(SAMPLE);
    return List.of(
        new MachineLimit("fdatasync of 4 KiB, one after another", forces.perSecond, "a second"),
        new MachineLimit(
            "slowest of a hundred of them", forces.micros.getValueAtPercentile(99), "µs"),
        new MachineLimit(
            "slowest of all in %d s".formatted(SAMPLE.toSeconds()),
            forces.micros.getMaxValue(),
            "µs"),
        new MachineLimit("memory, copied by one thread", copiedGibPerSecond(), "GiB a second"),
        new MachineLimit(
            "busy cores that stand still for %d µs and more"
                .formatted(TimeUnit.NANOSECONDS.toMicros(Stalls.SHORTEST.toNanos())),
            stalls.percent(),
            "% of the time"),
        new MachineLimit("longest of these stalls", stalls.longestMicros(), "µs"));
  }

  private record Forces(double perSecond, Histogram micros) {}

  /** Forces a file whose blocks are allocated, as those of a log are. */
  private static Forces forces(Path folder) throws IOException {
    try (var file =
        FileChannel.open(folder.resolve("forced"), CREATE_NEW, WRITE, DELETE_ON_CLOSE)) {
      fill(file);
      var page = ByteBuffer.allocateDirect(FORCED_BYTES);
      var micros = new Histogram(SIGNIFICANT_DIGITS);
      var began = System.nanoTime();
      for (var now = began; now - began < SAMPLE.toNanos(); ) {
        file.write(page.clear(), micros.getTotalCount() * FORCED_BYTES % FILE_BYTES);
        file.force(false);
        var before = now;
        now = System.nanoTime();
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(now - before));
      }
      return new Forces(micros.getTotalCount() * 1e9 / (System.nanoTime() - began), micros);
    }
  }

  private static void fill(FileChannel file) throws IOException {
    file.write(ByteBuffer.allocateDirect(FILE_BYTES), 0);
    file.force(true);
  }

  /**
   * Returns the bandwidth with read and written bytes both counted. The first copy, which touches
   * the memory, does not count.
   */
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
