package io.weir.hbase.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

final class RegionTimestampsTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final SetClock clock = new SetClock();
  private final RegionTimestamps timestamps = new RegionTimestamps(clock);

  @Test
  void aTimestampIsTheClocksTime() {
    assertThat(timestamps.next()).isEqualTo(EdmDateTime.of(NOON).ticks());
  }

  @Test
  void timestampsRiseWhileTheClockStandsStill() {
    var first = timestamps.next();

    assertThat(timestamps.next()).isEqualTo(first + 1);
    assertThat(timestamps.next()).isEqualTo(first + 2);
  }

  @Test
  void timestampsRiseWhenTheClockIsSetBack() {
    var first = timestamps.next();
    clock.now = NOON.minusSeconds(3600);

    assertThat(timestamps.next()).isEqualTo(first + 1);
  }

  @Test
  void timestampsContinueAboveThoseOfTheServerBefore() {
    var earlier = EdmDateTime.of(NOON.plusSeconds(60)).ticks();
    timestamps.continueAfter(earlier);

    assertThat(timestamps.next()).isEqualTo(earlier + 1);
  }

  @Test
  void aClockFarInTheFutureLeavesTimestamps() {
    clock.now = Instant.parse("+999999-01-01T00:00:00Z");

    assertThat(timestamps.next()).isEqualTo(RegionTimestamps.LATEST_FROM_CLOCK);
    assertThat(timestamps.next()).isEqualTo(RegionTimestamps.LATEST_FROM_CLOCK + 1);
  }

  private static final class SetClock extends Clock {

    private Instant now = NOON;

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
      throw new UnsupportedOperationException("zone=" + zone);
    }
  }
}
