package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ServiceTimeTest {

  private final ServiceTime time = new ServiceTime();

  @Test
  void theTimeIsUnknownBeforeTheFirstAnswer() {
    time.heard("");

    assertThat(time.latestTicks()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void theLastDateOfTheServiceIsKept() {
    time.heard("Mon, 23 Nov 2026 13:54:58 GMT");
    time.heard("Mon, 23 Nov 2026 13:54:59 GMT");
    time.heard("Mon, 23 Nov 2026 13:54:59 GMT");
    time.heard("");

    var expected = EdmDateTime.of(Instant.parse("2026-11-23T13:54:59Z"));
    assertThat(time.latestTicks()).isEqualTo(expected.ticks());
  }

  /**
   * An unreadable date may mean that the service's clock was set back, so its earlier dates are no
   * bound any more.
   */
  @Test
  void anUnreadableDateMakesTheTimeUnknown() {
    time.heard("Mon, 23 Nov 2026 13:54:58 GMT");
    time.heard("tomorrow");

    assertThat(time.latestTicks()).isEqualTo(Long.MIN_VALUE);
  }
}
