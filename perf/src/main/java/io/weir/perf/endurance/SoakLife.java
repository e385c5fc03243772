package io.weir.perf.endurance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.perf.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One {@link SoakProcess} from its start to its end.
 *
 * @param opened the time that the store took to open
 * @param killed whether it was killed instead of stopped
 * @param samples that it printed
 */
record SoakLife(Duration opened, boolean killed, List<ResourceSample> samples) {

  private static final String HEAP = "-Xmx256m";

  /** The time allowed to open and to close a store. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * The settings of a process.
   *
   * @param folder of the store
   * @param startMillis start of the run, in milliseconds since 1970
   * @param sampleSeconds seconds between samples
   * @param seed of its load
   */
  record Settings(Path folder, long startMillis, int sampleSeconds, long seed) {}

  /**
   * Runs a process for a duration and blocks until it has ended. Fails if it ends by itself or with
   * an error.
   */
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
      process
          .toHandle()
          .destroyForcibly(); // by its handle, so that its earlier output stays readable
    } else {
      process.getOutputStream().close();
    }
  }

  private static void requireEnded(Process process, boolean killed, boolean inTime)
      throws InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("process does not end");
    }
    if (!inTime || !killed && process.exitValue() != 0) {
      throw new IllegalStateException("process ended by itself status=" + process.exitValue());
    }
  }
}
