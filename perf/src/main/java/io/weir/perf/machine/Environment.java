package io.weir.perf.machine;

import java.lang.management.ManagementFactory;
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
  /** Describes this moment. Runs {@code git}, which blocks for some milliseconds. */
  public static Environment now(String cpuSets, String command, long seed) {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Environment(
        Machine.commit(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        Runtime.version().toString(),
        system.getName() + " " + system.getVersion(),
        Machine.processor(),
        Machine.cores(),
        Machine.memory(),
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
}
