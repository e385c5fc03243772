package io.weir.perf.machine;

import java.io.IOException;
import java.util.List;

/** Cores that a process may run on; of Linux, by {@code taskset}. */
public final class CpuSet {

  private CpuSet() {}

  /** All threads of this process, and those that they start. */
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
        throw new IOException("Name cores that there are. cpus=" + cpus);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while cores were set.", e);
    }
  }
}
