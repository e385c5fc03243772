package io.weir.perf.process;

import java.time.Duration;

/** The processor time that a process has used so far, user and system. Any thread. */
@FunctionalInterface
public interface Cpu {

  Duration used();

  /**
   * Returns the part that JIT compilers used: large in a cold JVM, almost none in a warm one, zero
   * outside a JVM.
   */
  default Duration compiling() {
    return Duration.ZERO;
  }

  /** Reads the time of this process: the load and the stores inside it, without child processes. */
  static Cpu ofThisProcess() {
    return new ProcessCpu(ProcessHandle.current(), false);
  }

  /**
   * Reads the time of a process and its running descendants from {@code /proc/PID/stat}, in steps
   * of 10 ms.
   */
  static Cpu of(ProcessHandle process) {
    return new ProcessCpu(process, true);
  }
}
