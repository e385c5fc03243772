package io.weir.client.call;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * By when a request must be answered, by the clock of Reactor's parallel scheduler; it travels in the Reactor Context. Immutable.
 */
public final class Deadline {

  /** Never. */
  static final Deadline NONE = new Deadline(Optional.empty());

  private static final Class<Deadline> KEY = Deadline.class;

  /** Of the clock; absent for never. */
  private final Optional<Long> atNanos;

  private Deadline(Optional<Long> atNanos) {
    this.atNanos = atNanos;
  }

  /** So long from now. */
  public static Deadline in(Duration time) {
    return new Deadline(Optional.of(nowNanos() + time.toNanos()));
  }

  /** That of the context, or none. */
  static Deadline of(ContextView context) {
    return context.<Deadline>getOrEmpty(KEY).orElse(NONE);
  }

  /** The context with this deadline, or with its own where that is earlier. */
  public Context putInto(Context context) {
    return context.put(KEY, earlier(of(context)));
  }

  /** Of the clock; absent for never. */
  Optional<Long> atNanos() {
    return atNanos;
  }

  /** What is left of it, not less than nothing; absent where there is no end. */
  Optional<Duration> left() {
    return atNanos.map(at -> Duration.ofNanos(Math.max(0, at - nowNanos())));
  }

  /** Whether it is farther off than a pause takes. */
  boolean isWithin(Duration pause) {
    return left().filter(left -> left.compareTo(pause) <= 0).isEmpty();
  }

  private Deadline earlier(Deadline other) {
    if (atNanos.isEmpty() || other.atNanos.isEmpty()) {
      return atNanos.isEmpty() ? other : this;
    }
    return atNanos.get() - other.atNanos.get() <= 0 ? this : other;
  }

  /** Of the clock. */
  static long nowNanos() {
    return Schedulers.parallel().now(TimeUnit.NANOSECONDS);
  }
}
