package io.weir.perf.endpoint;

import io.weir.perf.workload.DataSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Servers start as processes of their own, answer every kind of load, and end. */
final class EndpointRunTest {

  @Test
  void everyServerAnswersEveryLoad() throws IOException {
    var run =
        new EndpointRun(new DataSet(1_000), Duration.ofMillis(200), Duration.ofMillis(200), 1);

    assertThat(run.run())
        .hasSize(7)
        .allSatisfy(line -> assertThat(line.perSecond().median()).isPositive());
  }
}
