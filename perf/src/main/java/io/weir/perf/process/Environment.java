package io.weir.perf.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * The machine, the build and the command that produced numbers.
 *
 * @param commit of the working folder
 * @param date in ISO 8601, UTC
 * @param jdk its version
 * @param system name and version of the kernel
 * @param processor its model
 * @param cores of the machine
 * @param memory of the machine
 * @param cpuSets the cores of servers and load, in words
 * @param command that was run
 * @param seed of all draws
 * @param loadAverage of the machine at the end
 */
public record Environment(
    String commit,
    String date,
    String jdk,
    String system,
    String processor,
    int cores,
    String memory,
    String cpuSets,
    String command,
    long seed,
    double loadAverage) {

  private static final String UNKNOWN = "unknown";
  private static final String PROCESSORS = "/proc/cpuinfo";
  /** Describes this moment. Runs {@code git}, which blocks for some milliseconds. */
  public static Environment now(String cpuSets, String command, long seed) {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Environment(
        workingCommit(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        system.getName() + " " + system.getVersion(),
        model(),
        allCores(),
        allMemory(),
        cpuSets,
        command,
        seed,
        system.getSystemLoadAverage());
  }

  /** Returns a sentence with everything except the cores, the command and the seed. */
  public String describe() {
    return String.format(
        Locale.ROOT,
        "Commit %s, %s, JDK %s, %s, %d cores of %s, %s memory, load average at the end %.1f.",
        commit,
        date,
        jdk,
        system,
        cores,
        processor,
        memory,
        loadAverage);
  }

  /** Returns the commit of the working folder, which should be the one that was built. */
  private static String workingCommit() {
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
  private static String model() {
    return fact(PROCESSORS, "model name");
  }

  /** Returns the memory of the machine. */
  private static String allMemory() {
    return fact("/proc/meminfo", "MemTotal");
  }

  /** Returns the number of all cores of the machine, whether or not this process may use them. */
  private static int allCores() {
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
