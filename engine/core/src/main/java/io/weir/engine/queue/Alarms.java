package io.weir.engine.queue;

import io.weir.engine.shard.Shard;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Actions at moments of a shard's loop, which can be called off. The loop's own timers cannot, and
 * a wait that ends early would leave one behind.
 *
 * <p>At most one timer of the loop is scheduled for each {@value #GRAIN_MILLIS} ms of the future,
 * however many alarms are set and called off.
 *
 * <p>Owner: shard loop.
 */
final class Alarms {

  /** Alarms are rounded up to this many milliseconds. */
  static final int GRAIN_MILLIS = 5;

  private static final long GRAIN_NANOS = Duration.ofMillis(GRAIN_MILLIS).toNanos();

  private final Shard shard;
  private final LongSupplier nanoClock;
  private final long originNanos;
  private final TreeSet<Alarm> alarms =
      new TreeSet<>(Comparator.comparingLong((Alarm alarm) -> alarm.due)
          .thenComparingLong(alarm -> alarm.number));
  private long numbers;

  /** The earliest moment for which a timer is scheduled. */
  private long timerDue = Long.MAX_VALUE;

  /** @param nanoClock a monotonic clock */
  Alarms(Shard shard, LongSupplier nanoClock) {
    this.shard = shard;
    this.nanoClock = nanoClock;
    this.originNanos = nanoClock.getAsLong();
  }

  /** An action that can be set to a moment. */
  static final class Alarm {
    private final Runnable action;
    private final long number;
    private long due = Long.MAX_VALUE;

    private Alarm(Runnable action, long number) {
      this.action = action;
      this.number = number;
    }

    boolean isSet() {
      return due != Long.MAX_VALUE;
    }
  }

  /** Returns an alarm that is not set. */
  Alarm of(Runnable action) {
    return new Alarm(action, numbers++);
  }

  /** Sets an alarm; an earlier setting is forgotten. The action runs once. */
  void set(Alarm alarm, Duration delay) {
    callOff(alarm);
    alarm.due = dueAfter(delay);
    alarms.add(alarm);
    schedule();
  }

  /** Sets an alarm unless it is set to an earlier moment. */
  void setNoLater(Alarm alarm, Duration delay) {
    if (dueAfter(delay) < alarm.due) {
      set(alarm, delay);
    }
  }

  /** Forgets the setting of an alarm, if it has one. */
  void callOff(Alarm alarm) {
    alarms.remove(alarm);
    alarm.due = Long.MAX_VALUE;
  }

  private long dueAfter(Duration delay) {
    return (now() + delay.toNanos() + GRAIN_NANOS) / GRAIN_NANOS * GRAIN_NANOS;
  }

  /** Returns the time, in nanoseconds, from an arbitrary origin. */
  long now() {
    return nanoClock.getAsLong() - originNanos;
  }

  /**
   * Schedules a timer for the first alarm unless one comes as early. A timer that comes too early
   * schedules the next.
   */
  private void schedule() {
    if (alarms.isEmpty() || alarms.first().due >= timerDue) {
      return;
    }
    var due = alarms.first().due;
    timerDue = due;
    shard.schedule(Duration.ofNanos(Math.max(GRAIN_NANOS, due - now())), () -> ring(due));
  }

  private void ring(long due) {
    if (due == timerDue) {
      timerDue = Long.MAX_VALUE;
    }
    var now = now();
    while (!alarms.isEmpty() && alarms.first().due <= now) {
      var alarm = alarms.first();
      callOff(alarm);
      alarm.action.run();
    }
    schedule();
  }
}
