package io.weir.perf.machine;

import java.time.Duration;

/** Processor time that was used so far, user and system. Any thread. */
@FunctionalInterface
public interface Cpu {

  Duration used();

  /** What of it JIT compilers used: much while a JVM is cold, next to nothing when it is warm. None of what is no JVM. */
  default Duration compiling() {
    return Duration.ZERO;
  }

  /** Of this process: of the load, and of what runs within it. Not of what it started. */
  static Cpu ofThisProcess() {
    return new ProcessCpu(ProcessHandle.current(), false);
  }

  /**
   * Of a process and all that it started and that still run, as Linux accounts it in {@code /proc/PID/stat}: in steps of ten
   * milliseconds.
   */
  static Cpu of(ProcessHandle process) {
    return new ProcessCpu(process, true);
  }
}
