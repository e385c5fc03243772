package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;

/** Runs programs that end by themselves. */
final class Commands {

  private Commands() {}

  /** Runs a program and blocks until it ends. Fails with its output unless its exit code is 0. */
  static void run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            "program failed command=" + String.join(" ", command) + " output=" + said);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
