package io.weir.perf.machine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** What numbers were measured on, in words. */
public final class Machine {

  private static final String UNKNOWN = "unknown";
  private static final String PROCESSORS = "/proc/cpuinfo";

  private Machine() {}

  /** Commit, JDK, processor, memory, system and load of this moment. Blocks for some milliseconds. */
  public static String describe() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return "Commit %s, %s, JDK %s, %d cores of %s, %s memory, %s %s, load average at the end %.1f."
        .formatted(
            commit(),
            LocalDate.now(ZoneOffset.UTC),
            Runtime.version(),
            cores(),
            processor(),
            memory(),
            system.getName(),
            system.getVersion(),
            system.getSystemLoadAverage());
  }

  /** The commit of the folder that the program was started in, which is meant to be the one it was built in. */
  public static String commit() {
    try {
      var process = new ProcessBuilder("git", "describe", "--always", "--dirty")
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      var said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return said.isEmpty() ? UNKNOWN : said;
    } catch (IOException e) {
      return UNKNOWN; // deliberate: a machine without git can measure as well
    }
  }

  /** The model of the processor. */
  public static String processor() {
    return fact(PROCESSORS, "model name");
  }

  /** All memory of the machine. */
  public static String memory() {
    return fact("/proc/meminfo", "MemTotal");
  }

  /** All cores of the machine, whichever this process may use. */
  public static int cores() {
    var usable = Runtime.getRuntime().availableProcessors();
    try (var lines = Files.lines(Path.of(PROCESSORS))) {
      var all = lines.filter(line -> line.startsWith("processor")).count();
      return Math.max(usable, (int) all);
    } catch (IOException e) {
      return usable; // deliberate: not a Linux, where processes are bound to no cores
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
      return UNKNOWN; // deliberate: not a Linux, which the numbers do not depend on
    }
  }
}
