package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.FeedScope;
import io.weir.api.TableName;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProcessorOptionsTest {

  private static final FeedScope BIRDS = FeedScope.of(new TableName("Birds"));

  @Test
  void acceptsTheBoundsOfEachOption() {
    assertThat(ProcessorOptions.of("p", BIRDS)
            .leaseDuration(Duration.ofMillis(100))
            .positions(1, Duration.ofMillis(10))
            .concurrency(1)
            .retries(new HandlerRetries(1, Duration.ofMillis(1), Duration.ofMillis(1)))
            .build()
            .concurrency())
        .isEqualTo(1);
    assertThat(ProcessorOptions.of("p", BIRDS)
            .positions(1_000_000, Duration.ofSeconds(1))
            .concurrency(4_096)
            .retries(new HandlerRetries(1_000, Duration.ofMillis(1), Duration.ofMillis(1)))
            .build()
            .concurrency())
        .isEqualTo(4_096);
  }

  @Test
  void namesAllErrorsAtOnce() {
    assertThatThrownBy(() -> ProcessorOptions.of("", BIRDS)
            .leases(new TableName("Birds"))
            .deadLetters(new TableName("Birds"))
            .leaseDuration(Duration.ofMillis(99))
            .positions(0, Duration.ofMillis(9))
            .idlePositions(Duration.ofMillis(8))
            .concurrency(4_097)
            .retries(new HandlerRetries(1_001, Duration.ofNanos(1), Duration.ZERO))
            .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            "name=",
            "leases=Birds",
            "deadLetters=Birds",
            "leaseDuration=PT0.099S",
            "positionChanges=0",
            "positionInterval=PT0.009S",
            "idleInterval=PT0.008S",
            "concurrency=4097",
            "attempts=1001",
            "firstPause=",
            "longestPause=");
  }
}
