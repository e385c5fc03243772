package io.weir.perf.scenario;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.process.Surroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.Results.LeftOut;
import io.weir.perf.report.RoundSample;
import io.weir.perf.workload.OneByOne;
import io.weir.perf.workload.Round;
import io.weir.perf.workload.RoundClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Scenarios alternate, warm-ups do not count, and one that fails is left out while the others go
 * on.
 */
final class RunTest {

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Run run =
      new Run(Surroundings.in(Path.of("none")), 42, new PrintStream(said, true, UTF_8));
  private final List<String> order = new ArrayList<>();

  @Test
  void eachTurnGoesTheOtherWayAndWarmUpsAreNotCounted() {
    run.measure(List.of(counting("a"), counting("b")), 1, 2);

    assertThat(order).containsExactly("b-1", "a-1", "a0", "b0", "b1", "a1");
    assertThat(run.measurements()).extracting(Measurement::target).containsExactly("a", "b");
    assertThat(run.measurements()).allSatisfy(one -> {
      assertThat(one.samples()).extracting(RoundSample::operations).containsExactly(0L, 1L);
      assertThat(one.samples())
          .extracting(sample -> sample.number("doubled"))
          .containsExactly(0.0, 2.0);
      assertThat(one.clients()).isEqualTo(1);
    });
    assertThat(said.toString(UTF_8)).containsOnlyOnce("what of 7 rows, one by one");
  }

  @Test
  void aScenarioThatOccursTwiceHasTwoSamplesATurn() {
    var twice = counting("twice");

    run.measure(List.of(twice, counting("once"), twice), 0, 1);

    assertThat(run.measurements()).extracting(one -> one.samples().size()).containsExactly(2, 1);
  }

  @Test
  void aScenarioThatFailsIsLeftOutWithItsReason() {
    var failing = Scenario.of("b", "what", 7, new OneByOne(), turn -> {
      throw new IOException("no disk");
    });

    run.measure(List.of(counting("a"), failing), 0, 3);

    assertThat(run.measurements()).extracting(Measurement::target).containsExactly("a");
    assertThat(run.measurements().get(0).samples()).hasSize(3);
    assertThat(run.leftOut())
        .containsExactly(new LeftOut("b", "what failed: java.io.IOException: no disk"));
  }

  @Test
  void aDisturbanceRunsDuringTheSampleAndAddsItsNumbers() {
    var beside = counting("a").beside(() -> {
      order.add("begun");
      return new Disturbance.Running() {
        @Override
        public Round seen(Round round) {
          return round.with("beside", 5);
        }

        @Override
        public void close() {
          order.add("ended");
        }
      };
    });

    run.measure(List.of(beside), 0, 1);

    assertThat(order).containsExactly("begun", "a0", "ended");
    assertThat(run.measurements().get(0).samples().get(0).number("beside")).isEqualTo(5);
  }

  private Scenario counting(String target) {
    return Scenario.of(target, "what", 7, new OneByOne(), turn -> {
      order.add(target + turn);
      return new Round(1, turn, turn, Map.of(), 0, 0, RoundClock.latencies())
          .with("doubled", 2.0 * turn);
    });
  }
}
