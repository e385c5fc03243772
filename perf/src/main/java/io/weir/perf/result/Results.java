package io.weir.perf.result;

import io.weir.perf.machine.Environment;
import io.weir.perf.machine.MachineLimit;
import io.weir.perf.workload.InvalidFile;
import io.weir.perf.workload.JsonFile;
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
    List<MachineLimit> limits,
    List<Measurement> measurements,
    List<LeftOut> leftOut) {

  /** What could not be measured. */
  public record LeftOut(String target, String reason) {}

  public Results {
    limits = List.copyOf(limits);
    measurements = List.copyOf(measurements);
    leftOut = List.copyOf(leftOut);
  }

  /** Fails with {@link InvalidFile} where the file is not of results. */
  public static Results read(Path file) throws IOException {
    return JsonFile.read(file, Results.class);
  }

  public void write(Path file) throws IOException {
    JsonFile.write(file, this);
  }
}
