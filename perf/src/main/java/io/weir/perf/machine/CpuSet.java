package io.weir.perf.machine;

import java.io.IOException;
import java.util.List;

/** Binds processes to cores, on Linux by {@code taskset}. */
public final class CpuSet {

  private CpuSet() {}

  /** Binds all threads of this process, and those that they start, to cores. */
  public static void moveThisProcess(String cpus) throws IOException {
    var process = new ProcessBuilder(List.of(
            "taskset",
            "-a",
            "-c",
            "-p",
            cpus,
            Long.toString(ProcessHandle.current().pid())))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("name existing cores cpus=" + cpus);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while cores were set", e);
    }
  }
}
