package io.weir.client.call;

import java.time.Duration;

/**
 * When a write whose outcome is unknown was sent first. Immutable.
 *
 * @param afterTicks a time of the service before that, as a Timestamp; the smallest value if
 *     unknown
 * @param atNanos the time by the clock of {@link #nowNanos}, or an earlier one
 */
public record Sending(long afterTicks, long atNanos) {

  /** Returns the time by the clock of sendings and deadlines. */
  public static long nowNanos() {
    return Deadline.nowNanos();
  }

  /** Returns how much is left of a time that began with the sending, at least zero. */
  Duration left(Duration time) {
    var passed = Math.max(0, nowNanos() - atNanos);
    return Duration.ofNanos(Math.max(0, time.toNanos() - passed));
  }
}
