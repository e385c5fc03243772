package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.ETag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Timestamps rise, whatever the clock does. */
final class TimestampsTest {

  private static final Instant NOON = Instant.parse("2026-07-01T12:00:00Z");

  private final MovedClock clock = new MovedClock(NOON);
  private final Timestamps timestamps = new Timestamps(clock, 0);

  @Test
  void aTimestampIsTheTime() {
    assertThat(timestamps.next()).isEqualTo(EdmDateTime.of(NOON).ticks());
  }

  @Test
  void aClockThatStandsStillIsCountedOn() {
    var first = timestamps.next();

    assertThat(timestamps.next()).isEqualTo(first + 1);
    assertThat(timestamps.next()).isEqualTo(first + 2);
  }

  @Test
  void aClockThatJumpsBackIsWaitedForByCountingOn() {
    var before = timestamps.next();
    clock.move(Duration.ofDays(-400));
    var counted = timestamps.next();
    clock.move(Duration.ofDays(400).plusSeconds(1));

    assertThat(counted).isEqualTo(before + 1);
    assertThat(timestamps.next()).isEqualTo(EdmDateTime.of(NOON.plusSeconds(1)).ticks());
  }

  @Test
  void aShardThatIsOpenedAgainGoesOnAboveTheHighestThatWasFound() {
    var found = EdmDateTime.of(NOON.plusSeconds(60)).ticks();

    assertThat(new Timestamps(clock, found).next()).isEqualTo(found + 1);
  }

  @Test
  void aClockAtTheEndOfTimeLeavesRoomToCountOn() {
    for (var end : new Instant[] {
      Instant.parse("9999-12-31T23:59:59.9999999Z"),
      Instant.MAX,
      Instant.parse("9800-01-01T00:00:00Z")
    }) {
      clock.set(end);
      var late = new Timestamps(clock, 0);
      assertThat(late.next()).isEqualTo(Timestamps.LATEST_FROM_CLOCK);
      clock.set(NOON);
      assertThat(late.next()).isEqualTo(Timestamps.LATEST_FROM_CLOCK + 1);
    }
  }

  @Test
  void aTimestampThatWasCountedOnFromTheEndOfTimeHasAnETagOfItsOwn() {
    clock.set(Instant.MAX);
    var first = ETag.ofTimestamp(timestamps.next());
    clock.set(NOON);
    var second = ETag.ofTimestamp(timestamps.next());

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void aClockBeforeTheFirstTickIsCountedOn() {
    clock.set(Instant.MIN);

    assertThat(timestamps.next()).isEqualTo(1);
    assertThat(timestamps.next()).isEqualTo(2);
  }

  private static final class MovedClock extends Clock {

    private Instant now;

    MovedClock(Instant now) {
      this.now = now;
    }

    void move(Duration distance) {
      now = now.plus(distance);
    }

    void set(Instant moment) {
      now = moment;
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException("Timestamps are in UTC.");
    }
  }
}
