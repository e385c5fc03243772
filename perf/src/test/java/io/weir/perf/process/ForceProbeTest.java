package io.weir.perf.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ForceProbeTest {

  @TempDir
  Path folder;

  @Test
  void aProbeForcesAtLeastOnceHoweverSoonItIsStopped() throws Exception {
    var forces = ForceProbe.begin(folder.resolve("forced")).stop();

    assertThat(forces.getTotalCount()).isPositive();
    assertThat(Files.size(folder.resolve("forced"))).isEqualTo(4096);
  }

  @Test
  void forcesOneAfterAnotherFillTheTime() throws Exception {
    var length = Duration.ofMillis(50);

    var forces = ForceProbe.oneAfterAnother(folder.resolve("forced"), length);

    assertThat(forces.getMean() * forces.getTotalCount())
        .isGreaterThanOrEqualTo(0.95 * length.toNanos());
    assertThat(Files.size(folder.resolve("forced"))).isEqualTo(4096);
  }

  @Test
  void aFileThatCannotBeWrittenFailsTheMeasurement() {
    var probe = ForceProbe.begin(folder.resolve("absent").resolve("forced"));

    assertThatThrownBy(probe::stop).hasCauseInstanceOf(UncheckedIOException.class);
  }
}
