package io.weir.pattern;

import java.time.Duration;
import java.time.Instant;

/**
 * How time is divided into periods and slots. Periods are counted from 1970-01-01T00:00Z, so a
 * period of a day begins at midnight UTC.
 *
 * <p>Fails with {@link IllegalArgumentException} unless the slot is at least a millisecond and
 * divides the period into 1 to {@link #MOST_SLOTS} slots.
 *
 * @param slot length of a slot, in whole milliseconds
 * @param period length of a period, in whole milliseconds
 */
record SeriesGrid(Duration slot, Duration period) {

  /** Most slots of a period: an entity has at most 252 properties. */
  static final int MOST_SLOTS = 252;

  SeriesGrid {
    var slotMillis = slot.toMillis();
    if (slotMillis < 1
        || !slot.equals(Duration.ofMillis(slotMillis))
        || period.toMillis() < slotMillis
        || !period.equals(slot.multipliedBy(period.toMillis() / slotMillis))
        || period.toMillis() / slotMillis > MOST_SLOTS) {
      throw new IllegalArgumentException("A period has 1 to " + MOST_SLOTS
          + " slots of whole milliseconds. slot=" + slot + " period=" + period);
    }
  }

  int slots() {
    return (int) (period.toMillis() / slot.toMillis());
  }

  Instant startOfPeriod(Instant at) {
    return Instant.ofEpochMilli(floor(at, period));
  }

  Instant startOfSlot(Instant at) {
    return Instant.ofEpochMilli(floor(at, slot));
  }

  int slotOf(Instant at) {
    return (int) ((floor(at, slot) - floor(at, period)) / slot.toMillis());
  }

  Instant startOfSlot(Instant period, int number) {
    return period.plus(slot.multipliedBy(number));
  }

  private static long floor(Instant at, Duration unit) {
    var millis = at.toEpochMilli();
    return millis - Math.floorMod(millis, unit.toMillis());
  }
}
