package io.weir.perf.result;

/**
 * One line of the result: how one subject did at one task.
 *
 * @param task what was measured
 * @param subject what carried it out
 * @param reference whether the task's other subjects are compared with this one
 * @param perSecond operations per second of wall time: the median of the samples, the lowest and the highest
 * @param cpuMicros processor time per operation in microseconds, of all threads of the process that carried it out: likewise
 */
public record ResultLine(
    String task, String subject, boolean reference, Spread perSecond, Spread cpuMicros) {}
