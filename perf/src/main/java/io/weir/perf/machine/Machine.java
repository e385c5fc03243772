package io.weir.perf.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Facts about the machine, for results. Any thread. */
final class Machine {

  private static final String UNKNOWN = "unknown";
  private static final String PROCESSORS = "/proc/cpuinfo";

  private Machine() {}

  /** Returns the commit of the working folder, which should be the one that was built. */
  static String commit() {
    try {
      var process = new ProcessBuilder("git", "describe", "--always", "--dirty")
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return said.isEmpty() ? UNKNOWN : said;
    } catch (IOException e) {
      return UNKNOWN; // deliberate: a machine without git can measure too
    }
  }

  /** Returns the model of the processor. */
  static String processor() {
    return fact(PROCESSORS, "model name");
  }

  /** Returns the memory of the machine. */
  static String memory() {
    return fact("/proc/meminfo", "MemTotal");
  }

  /** Returns the number of all cores of the machine, whether or not this process may use them. */
  static int cores() {
    var usable = Runtime.getRuntime().availableProcessors();
    try (var lines = Files.lines(Path.of(PROCESSORS))) {
      var all = lines.filter(line -> line.startsWith("processor")).count();
      return Math.max(usable, (int) all);
    } catch (IOException e) {
      return usable; // deliberate: outside Linux this process may use all cores
    }
  }

  private static String fact(String file, String name) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN; // deliberate: outside Linux the fact stays unknown
    }
  }
}
