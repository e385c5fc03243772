package io.weir.engine.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogConfigTest {
  private final LogConfig config = LogConfig.forStore(LogRig.STORE);

  @Test
  void theDefaultsForceBeforeTheyAcknowledge() {
    assertThat(config.forceInterval()).isZero();
    assertThat(config.segmentBytes()).isEqualTo(64 << 20);
    assertThat(config.maxPayloadBytes()).isBetween(36 << 20, 40 << 20);
  }

  @Test
  void theSmallestAndTheLargestSegmentAreAccepted() {
    assertThat(config.withSegmentBytes(16 << 10).segmentBytes()).isEqualTo(16 << 10);
    assertThat(config.withSegmentBytes(1 << 30).segmentBytes()).isEqualTo(1 << 30);
  }

  @Test
  void everyMistakeIsReportedAtOnce() {
    assertThatThrownBy(() -> new LogConfig(LogRig.STORE, 1000, 0, 4095, Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("segmentBytes", "queueBatches", "queueBytes", "forceInterval");
    assertThatThrownBy(() -> config.withSegmentBytes((1 << 30) + 4096))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> config.withSegmentBytes((16 << 10) + 8))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
