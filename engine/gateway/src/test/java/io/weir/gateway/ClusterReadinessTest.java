package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ClusterReadinessTest {

  @Test
  void aGatewayIsReadyUntilTheClusterIsSilentForTooLong() {
    var tolerated = ClusterReadiness.TOLERATED;

    assertThat(new ClusterReadiness(() -> tolerated).reasons()).isEmpty();
    assertThat(new ClusterReadiness(() -> tolerated.plusNanos(1)).reasons())
        .singleElement()
        .satisfies(reason -> {
          assertThat(reason.reason()).isEqualTo("clusterSilent");
          assertThat(reason.since()).isEqualTo(tolerated.plusNanos(1));
          assertThat(reason.needsRestart()).isFalse();
        });
  }

  @Test
  void silenceIsReportedInItsOwnTime() {
    assertThat(
            new ClusterReadiness(() -> Duration.ofMinutes(2)).reasons().get(0).since())
        .isEqualTo(Duration.ofMinutes(2));
  }
}
