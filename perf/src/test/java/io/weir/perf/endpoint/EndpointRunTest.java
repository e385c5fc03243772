package io.weir.perf.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.load.Rounds;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import io.weir.testkit.Effort;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers start as separate processes, answer every kind of load, and end. */
@Tag(Effort.THOROUGHLY)
final class EndpointRunTest {

  /** So few that a loop refuses none of them, however busy the machine is. */
  private static final int IN_FLIGHT = 8;

  @Test
  void everyServerAnswersEveryLoad() throws IOException {
    var run = new EndpointRun(
        new Population(1_000, 2, RowSize.WIDE),
        new Rounds(Duration.ofMillis(200), Duration.ofSeconds(1), 1),
        IN_FLIGHT);

    assertThat(run.run())
        .hasSize(7)
        .allSatisfy(line -> assertThat(line.perSecond().median()).isPositive());
  }
}
