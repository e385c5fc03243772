package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ServiceTimeTest {

  private final ServiceTime time = new ServiceTime();

  @Test
  void beforeAnythingIsHeardAnyTimeMayHaveBeen() {
    time.heard("");

    assertThat(time.latestTicks()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void itIsTheTimeThatTheServiceToldLast() {
    time.heard("Mon, 23 Nov 2026 13:54:58 GMT");
    time.heard("Mon, 23 Nov 2026 13:54:59 GMT");
    time.heard("Mon, 23 Nov 2026 13:54:59 GMT");
    time.heard("");

    var expected = EdmDateTime.of(Instant.parse("2026-11-23T13:54:59Z"));
    assertThat(time.latestTicks()).isEqualTo(expected.ticks());
  }

  /** A service that says nonsense now may have been set back: what it said before is no bound any more. */
  @Test
  void whatCannotBeReadIsNoTime() {
    time.heard("Mon, 23 Nov 2026 13:54:58 GMT");
    time.heard("tomorrow");

    assertThat(time.latestTicks()).isEqualTo(Long.MIN_VALUE);
  }
}
