package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.report.Latency;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.Results;
import io.weir.perf.report.RoundSample;
import io.weir.perf.report.StoredResults;
import io.weir.perf.target.TargetKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The guard detects a higher cost relative to the limit of the same run, and ignores a slower
 * machine.
 */
final class GuardTest {

  private static final String LIMIT = TargetKind.REACTOR_NETTY_HTTP1.title();
  private static final String WEIR = TargetKind.WEIR.title();

  @Test
  void aSlowerMachineIsAsGood() {
    var guard = Guard.of(run(10, 30), run(20, 60), 0.25);

    assertThat(guard.isAsGood()).isTrue();
    assertThat(guard.table()).contains("| read | weir | 3.00 | 3.00 | +0 % | as good |");
  }

  @Test
  void aHigherRatioToTheLimitIsWorse() {
    var guard = Guard.of(run(10, 30), run(10, 40), 0.25);

    assertThat(guard.isAsGood()).isFalse();
    assertThat(guard.table()).contains("| read | weir | 3.00 | 4.00 | +33 % | worse |");
  }

  @Test
  void aRatioWithinTheThresholdIsAsGood() {
    assertThat(Guard.of(run(10, 30), run(10, 36), 0.25).isAsGood()).isTrue();
  }

  /** Other programs may use the machine during most of a run; the remaining rounds still tell. */
  @Test
  void disturbedRoundsDoNotCount() {
    assertThat(Guard.of(run(10, 30), run(10, 70, 31, 80), 0.25).isAsGood()).isTrue();
    assertThat(Guard.of(run(10, 30), run(10, 70, 40, 80), 0.25).isAsGood()).isFalse();
  }

  @Test
  void anEmptyComparisonIsNotAsGood() {
    var empty = StoredResults.of(List.of());

    assertThat(Guard.of(empty, run(10, 30), 0.25).isAsGood()).isFalse();
  }

  /**
   * Returns results with the processor time of a read in microseconds: one of the limit, and
   * several rounds of Weir.
   */
  private static Results run(double limitMicros, double... weirMicros) {
    return StoredResults.of(List.of(read(LIMIT, limitMicros), read(WEIR, weirMicros)));
  }

  private static Measurement read(String target, double... cpuMicros) {
    var latency = new Latency(List.of());
    var samples = Arrays.stream(cpuMicros)
        .mapToObj(micros -> new RoundSample(1, 1_000, 1_000, Map.of(), micros / 1e3, 0, latency))
        .toList();
    return new Measurement(target, "", "read", 1_000, "64 clients", 64, 0, samples, latency);
  }
}
