package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Timestamps rise, also when the clock stands still or jumps back. */
final class TimestampsTest {

  private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");

  private Instant now = NOON;
  private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
  private final Timestamps timestamps = new Timestamps(clock, 0);

  @Test
  void aTimestampIsTheTimeOfTheClock() {
    assertThat(timestamps.next()).isEqualTo(EdmDateTime.of(NOON).ticks());
  }

  @Test
  void timestampsCountUpWhileTheClockStandsStill() {
    var first = timestamps.next();

    assertThat(timestamps.next()).isEqualTo(first + 1);
    assertThat(timestamps.next()).isEqualTo(first + 2);
  }

  @Test
  void timestampsCountUpAfterTheClockJumpsBack() {
    var before = timestamps.next();
    now = now.plus(Duration.ofDays(-400));
    var counted = timestamps.next();
    now = now.plus(Duration.ofDays(400).plusSeconds(1));

    assertThat(counted).isEqualTo(before + 1);
    assertThat(timestamps.next()).isEqualTo(EdmDateTime.of(NOON.plusSeconds(1)).ticks());
  }

  @Test
  void aReopenedShardContinuesAboveTheHighestRecoveredTimestamp() {
    var found = EdmDateTime.of(NOON.plusSeconds(60)).ticks();

    assertThat(new Timestamps(clock, found).next()).isEqualTo(found + 1);
  }

  @Test
  void aClockAtTheEndOfTimeLeavesTicksToCountUp() {
    for (var end : new Instant[] {
      Instant.parse("9999-12-31T23:59:59.9999999Z"),
      Instant.MAX,
      Instant.parse("9800-01-01T00:00:00Z")
    }) {
      now = end;
      var late = new Timestamps(clock, 0);
      assertThat(late.next()).isEqualTo(Timestamps.LATEST_FROM_CLOCK);
      now = NOON;
      assertThat(late.next()).isEqualTo(Timestamps.LATEST_FROM_CLOCK + 1);
    }
  }

  @Test
  void eachTimestampAfterTheEndOfTimeHasItsOwnETag() {
    now = Instant.MAX;
    var first = ETag.ofTimestamp(timestamps.next());
    now = NOON;
    var second = ETag.ofTimestamp(timestamps.next());

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void timestampsCountUpWhileTheClockIsBeforeTheFirstTick() {
    now = Instant.MIN;

    assertThat(timestamps.next()).isEqualTo(1);
    assertThat(timestamps.next()).isEqualTo(2);
  }
}
