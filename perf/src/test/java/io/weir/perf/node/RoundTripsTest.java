package io.weir.perf.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class RoundTripsTest {

  @Test
  void messagesComeBackUntilTheTimeIsOver() throws IOException {
    var length = Duration.ofMillis(50);

    var trips = RoundTrips.measure(length);

    assertThat(trips.getTotalCount()).isPositive();
    assertThat(trips.getMinValue()).isPositive();
    assertThat(trips.getMean() * trips.getTotalCount())
        .isGreaterThanOrEqualTo(0.95 * length.toNanos());
  }
}
