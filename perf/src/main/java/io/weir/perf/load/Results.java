package io.weir.perf.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run leaves behind.
 *
 * @param limits of the machine, by name
 * @param leftOut what could not be measured, and why
 */
public record Results(
    Environment environment,
    List<Limit> limits,
    List<Measurement> measurements,
    List<LeftOut> leftOut) {

  /** How much the machine itself can do. */
  public record Limit(String name, double value, String unit) {}

  /** What could not be measured. */
  public record LeftOut(String target, String reason) {}

  public Results {
    limits = List.copyOf(limits);
    measurements = List.copyOf(measurements);
    leftOut = List.copyOf(leftOut);
  }

  /** Fails with {@link FileMistake} where the file is not of results. */
  public static Results read(Path file) throws IOException {
    return Json.read(file, Results.class);
  }

  public void write(Path file) throws IOException {
    Json.write(file, this);
  }
}
