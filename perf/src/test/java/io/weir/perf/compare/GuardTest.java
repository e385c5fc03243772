package io.weir.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.result.Latency;
import io.weir.perf.result.Measurement;
import io.weir.perf.result.Results;
import io.weir.perf.result.RoundSample;
import io.weir.perf.result.StoredResults;
import io.weir.perf.target.TargetKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The guard sees what became dearer beside the limit of its own run, and not that the machine became slower. */
final class GuardTest {

  private static final String LIMIT = TargetKind.REACTOR_NETTY_HTTP1.title();
  private static final String WEIR = TargetKind.WEIR.title();

  @Test
  void aSlowerMachineIsNoFault() {
    var guard = Guard.of(run(10, 30), run(20, 60), 0.25);

    assertThat(guard.isAsGood()).isTrue();
    assertThat(guard.table()).contains("| read | weir | 3.00 | 3.00 | +0 % | as good |");
  }

  @Test
  void whatTakesMoreBesideTheLimitIsAFault() {
    var guard = Guard.of(run(10, 30), run(10, 40), 0.25);

    assertThat(guard.isAsGood()).isFalse();
    assertThat(guard.table()).contains("| read | weir | 3.00 | 4.00 | +33 % | worse |");
  }

  @Test
  void withinTheThresholdIsAsGood() {
    assertThat(Guard.of(run(10, 30), run(10, 36), 0.25).isAsGood()).isTrue();
  }

  /** Others may have it for most of a run; what is left of it still tells. */
  @Test
  void roundsInWhichTheMachineDidSomethingElseCountForNothing() {
    assertThat(Guard.of(run(10, 30), run(10, 70, 31, 80), 0.25).isAsGood()).isTrue();
    assertThat(Guard.of(run(10, 30), run(10, 70, 40, 80), 0.25).isAsGood()).isFalse();
  }

  @Test
  void nothingToCompareIsAFault() {
    var empty = StoredResults.of(List.of());

    assertThat(Guard.of(empty, run(10, 30), 0.25).isAsGood()).isFalse();
  }

  /** Processor time of a read of each, in microseconds, of Weir in several rounds. */
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
