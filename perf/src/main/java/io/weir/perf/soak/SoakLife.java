package io.weir.perf.soak;

import io.weir.perf.process.JavaCommand;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One {@link SoakProcess} from its start to its end.
 *
 * @param opened how long the store took to open
 * @param killed whether it was killed, not stopped
 * @param samples what it said of itself
 */
record SoakLife(Duration opened, boolean killed, List<ResourceSample> samples) {

  private static final String HEAP = "-Xmx256m";

  /** Time to open and to close a store. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * Where and how a process is to live.
   *
   * @param folder of the store
   * @param startMillis when the run began, in milliseconds since 1970
   * @param sampleSeconds seconds from sample to sample
   * @param seed of its load
   */
  record Settings(Path folder, long startMillis, int sampleSeconds, long seed) {}

  /** Blocks for the duration and until the process has ended. Fails when it ends by itself, or not as it should. */
  static SoakLife live(Settings settings, Duration duration, boolean kill)
      throws IOException, InterruptedException {
    var process = start(settings);
    var opened = Duration.ZERO;
    var samples = new ArrayList<ResourceSample>();
    var endNanos = System.nanoTime() + duration.toNanos();
    try (var lines = process.inputReader(UTF_8)) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(SoakProcess.OPENED)) {
          opened = Duration.ofMillis(Long.parseLong(line.substring(SoakProcess.OPENED.length())));
        } else if (line.startsWith(SoakProcess.SAMPLE)) {
          samples.add(ResourceSample.parse(line.substring(SoakProcess.SAMPLE.length())));
          if (System.nanoTime() > endNanos) {
            end(process, kill);
          }
        }
      }
      requireEnded(process, kill, System.nanoTime() > endNanos);
    } finally {
      process.destroyForcibly();
    }
    return new SoakLife(opened, kill, List.copyOf(samples));
  }

  private static Process start(Settings settings) throws IOException {
    var command = JavaCommand.of(
        List.of(HEAP),
        SoakProcess.class,
        settings.folder.toString(),
        Long.toString(settings.startMillis),
        Integer.toString(settings.sampleSeconds),
        Long.toString(settings.seed));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void end(Process process, boolean kill) throws IOException {
    if (kill) {
      process.toHandle().destroyForcibly(); // by its handle: what it wrote before can still be read
    } else {
      process.getOutputStream().close();
    }
  }

  private static void requireEnded(Process process, boolean killed, boolean inTime)
      throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("The process does not end.");
    }
    if (!inTime || !killed && process.exitValue() != 0) {
      throw new IllegalStateException("The process ended by itself. status=" + process.exitValue());
    }
  }
}
