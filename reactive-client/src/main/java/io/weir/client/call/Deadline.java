package io.weir.client.call;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The time by which a call must be answered, by the clock of Reactor's parallel scheduler. Travels
 * in the Reactor Context. Immutable.
 */
public final class Deadline {

  /** No deadline. */
  static final Deadline NONE = new Deadline(Optional.empty());

  private static final Class<Deadline> KEY = Deadline.class;

  /** Time by the clock; absent for no deadline. */
  private final Optional<Long> atNanos;

  private Deadline(Optional<Long> atNanos) {
    this.atNanos = atNanos;
  }

  /** Returns a deadline this far from now. */
  public static Deadline in(Duration time) {
    return new Deadline(Optional.of(nowNanos() + time.toNanos()));
  }

  /** Returns the deadline of a context, or {@link #NONE}. */
  static Deadline of(ContextView context) {
    return context.<Deadline>getOrEmpty(KEY).orElse(NONE);
  }

  /** Adds this deadline to a context that has no earlier one. */
  public Context putInto(Context context) {
    return context.put(KEY, earlier(of(context)));
  }

  /** Returns the time by the clock; absent for no deadline. */
  Optional<Long> atNanos() {
    return atNanos;
  }

  /** Returns the time that is left, at least zero; absent for no deadline. */
  Optional<Duration> left() {
    return atNanos.map(at -> Duration.ofNanos(Math.max(0, at - nowNanos())));
  }

  /** Returns whether a pause ends before the deadline. */
  boolean isWithin(Duration pause) {
    return left().filter(left -> left.compareTo(pause) <= 0).isEmpty();
  }

  private Deadline earlier(Deadline other) {
    if (atNanos.isEmpty() || other.atNanos.isEmpty()) {
      return atNanos.isEmpty() ? other : this;
    }
    return atNanos.get() - other.atNanos.get() <= 0 ? this : other;
  }

  /** Returns the time by the clock. */
  static long nowNanos() {
    return Schedulers.parallel().now(TimeUnit.NANOSECONDS);
  }
}
