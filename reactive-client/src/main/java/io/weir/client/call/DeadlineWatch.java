package io.weir.client.call;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoOperator;
import reactor.core.scheduler.Schedulers;

/**
 * Ends requests whose deadlines pass, with timers that they share.
 *
 * <p>A timer for each request would nearly always be set and cancelled for nothing. Setting and
 * cancelling both take a scheduler's lock and may wake its thread. Here a request costs an entry in
 * a set. A timer fires at the earliest deadline of all, or after {@link #LONGEST} if that is
 * sooner. It ends every request that is late, and another timer is set while requests wait. A
 * further timer is set only for a deadline before the next timer, so there are few timers, and none
 * is cancelled. A timer is lost if Reactor's schedulers are shut down. The first request that
 * enters after such a timer is overdue by {@link #LONGEST} sets a new one.
 *
 * <p>Invariant: while a request waits, some timer fires by its deadline. A request enters the set
 * before it looks for a timer. A timer deregisters before it looks at the set. One of them
 * therefore sees the other.
 *
 * <p>Any thread. The timers run on Reactor's parallel scheduler, whose clock {@link Deadline} uses.
 */
final class DeadlineWatch {

  /**
   * Longest time until a timer fires. It bounds the life of timers that an earlier one has
   * superseded.
   */
  static final Duration LONGEST = Duration.ofSeconds(1);

  private static final long NEVER = Long.MAX_VALUE;

  private final Set<DeadlineStage<?>> waiting = ConcurrentHashMap.newKeySet();

  /** When the next timer fires. */
  private final AtomicLong nextNanos = new AtomicLong(NEVER);

  /** Cancels the request when the deadline of its call passes, and fails with {@link Call#late}. */
  <T> Mono<T> guard(Mono<T> request, Call call) {
    return call.deadline().atNanos().map(at -> timed(request, at, call)).orElse(request);
  }

  private <T> Mono<T> timed(Mono<T> request, long atNanos, Call call) {
    return new MonoOperator<T, T>(request) {
      @Override
      public void subscribe(CoreSubscriber<? super T> downstream) {
        source.subscribe(new DeadlineStage<>(downstream, DeadlineWatch.this, atNanos, call::late));
      }
    };
  }

  /**
   * Adds a request, which is ended when its deadline passes, possibly before this method returns.
   */
  void enter(DeadlineStage<?> request) {
    waiting.add(request);
    var now = Deadline.nowNanos();
    var next = nextNanos.get();
    if (next < now - LONGEST.toNanos()) {
      nextNanos.compareAndSet(next, NEVER); // overdue: its scheduler was shut down
    }
    if (request.deadlineNanos() < nextNanos.get()) {
      lookIn(request.deadlineNanos() - now, now);
    }
  }

  /** Removes a request that has ended. Does nothing if the request is absent. */
  void leave(DeadlineStage<?> request) {
    waiting.remove(request);
  }

  private void lookIn(long leftNanos, long now) {
    var rest = Math.max(0, Math.min(leftNanos, LONGEST.toNanos()));
    if (nextNanos.getAndAccumulate(now + rest, Math::min) > now + rest) {
      Schedulers.parallel().schedule(this::look, rest, TimeUnit.NANOSECONDS);
    }
  }

  private void look() {
    nextNanos.set(NEVER);
    var now = Deadline.nowNanos();
    var leastLeft = NEVER;
    for (var request : waiting) {
      var left = request.deadlineNanos() - now;
      if (left <= 0) {
        // a task of its own, so that a subscriber that throws does not keep other requests from
        // ending
        Schedulers.parallel().schedule(request::giveUp);
      } else {
        leastLeft = Math.min(leastLeft, left);
      }
    }
    if (leastLeft != NEVER) {
      lookIn(leastLeft, now);
    }
  }
}
