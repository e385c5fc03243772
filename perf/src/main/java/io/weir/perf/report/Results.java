package io.weir.perf.report;

import io.weir.perf.process.Environment;
import io.weir.perf.process.MachineLimit;
import io.weir.perf.workload.InvalidFile;
import io.weir.perf.workload.JsonFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The results of a run, as they are stored.
 *
 * @param limits of the machine
 * @param leftOut targets that were not measured, with the reason
 */
public record Results(
    Environment environment,
    List<MachineLimit> limits,
    List<Measurement> measurements,
    List<LeftOut> leftOut) {

  /** A target that was not measured. */
  public record LeftOut(String target, String reason) {}

  public Results {
    limits = List.copyOf(limits);
    measurements = List.copyOf(measurements);
    leftOut = List.copyOf(leftOut);
  }

  /** Reads stored results. Fails with {@link InvalidFile} if the file does not hold results. */
  public static Results read(Path file) throws IOException {
    return JsonFile.read(file, Results.class);
  }

  public void write(Path file) throws IOException {
    JsonFile.write(file, this);
  }
}
