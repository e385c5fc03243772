package io.weir.perf.process;

/**
 * The most that the machine itself can do in one respect.
 *
 * @param name of what is measured
 * @param value in {@code unit}
 */
public record MachineLimit(String name, double value, String unit) {}
