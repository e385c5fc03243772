package io.weir.perf.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The share of processor time that compilation takes. */
@EnabledOnOs(OS.LINUX)
final class ProcessCpuTest {

  @Test
  void theCompilationTimeOfAJvmIsPartOfItsProcessorTime() {
    var cpu = Cpu.ofThisProcess();

    assertThat(cpu.compiling()).isPositive().isLessThan(cpu.used());
  }

  @Test
  void aProcessOtherThanAJvmHasNoCompilationTime() throws IOException {
    var process = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(Cpu.of(process.toHandle()).compiling()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void anEndedProcessHasNoCompilationTime() throws Exception {
    var process = new ProcessBuilder("true").start();
    process.waitFor();

    assertThat(Cpu.of(process.toHandle()).compiling()).isEqualTo(Duration.ZERO);
  }

  @Test
  void aThreadNameMayContainFieldSeparators() {
    assertThat(ProcessCpu.ticks("17 (C2 ) R 1) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 9 0 5"))
        .isEqualTo(300);
  }
}
