package io.weir.engine.model;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is stepped. Stepped by the test, read on any thread. */
final class SteppedClock extends Clock {

  private volatile Instant now = Instant.parse("2001-01-01T00:00:00Z");

  void step() {
    now = now.plusMillis(1);
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
    throw new UnsupportedOperationException("A store reads instants only.");
  }
}
