package io.weir.perf.process;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

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

  /** Adds up the times of the processes that there are at each reading. */
  static Cpu sum(Supplier<List<Cpu>> parts) {
    return new Cpu() {
      @Override
      public Duration used() {
        return sum(Cpu::used);
      }

      @Override
      public Duration compiling() {
        return sum(Cpu::compiling);
      }

      private Duration sum(Function<Cpu, Duration> time) {
        return parts.get().stream().map(time).reduce(Duration.ZERO, Duration::plus);
      }
    };
  }

  /**
   * Reads the time of a process and its running descendants from {@code /proc/PID/stat}, in steps
   * of 10 ms.
   */
  static Cpu of(ProcessHandle process) {
    return new ProcessCpu(process, true);
  }
}
