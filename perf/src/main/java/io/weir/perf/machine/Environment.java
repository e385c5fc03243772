package io.weir.perf.machine;

/**
 * Where numbers come from.
 *
 * @param commit of the folder that the program was started in
 * @param date as ISO 8601 has it, UTC
 * @param jdk its version
 * @param system name and version of the kernel
 * @param processor its model
 * @param cores of the machine
 * @param memory of the machine
 * @param cpuSets which cores served and which made the load, in words
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
    double loadAverage) {}
