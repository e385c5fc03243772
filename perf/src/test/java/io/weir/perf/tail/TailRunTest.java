package io.weir.perf.tail;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.Surroundings;
import io.weir.perf.workload.Workloads;
import io.weir.testkit.Effort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts a server and the control as child processes, for seconds. */
@Tag(Effort.THOROUGHLY)
final class TailRunTest {

  private static final Duration LENGTH = Duration.ofSeconds(1);

  @TempDir
  Path folder;

  @Test
  void eachWorkloadIsMeasuredBesideTheControlAndTheDisk() throws Exception {
    var settings = new TailRun.Settings(
        List.of(Workloads.named("read"), Workloads.named("upsert")),
        200,
        Duration.ofMillis(500),
        LENGTH,
        0.1,
        7);

    List<TailSample> samples;
    try (var run = TailRun.begin(Surroundings.in(folder), settings)) {
      samples = run.measure(Collector.SERIAL);
    }

    assertThat(samples).extracting(TailSample::workload).containsExactly("read", "upsert");
    assertThat(samples).allSatisfy(sample -> {
      assertThat(sample.failures()).isZero();
      assertThat(sample.own().getTotalCount()).isPositive();
      assertThat(sample.control().getTotalCount()).isPositive();
      assertThat(sample.forces().getTotalCount()).isPositive();
    });
  }
}
