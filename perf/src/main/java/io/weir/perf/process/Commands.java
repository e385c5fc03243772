package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;

/** Programs that do something and end. */
final class Commands {

  private Commands() {}

  /** Waits for the end of a program; fails with what it said unless it succeeded. */
  static void run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(
            "A program failed. command=" + String.join(" ", command) + " said=" + said);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
