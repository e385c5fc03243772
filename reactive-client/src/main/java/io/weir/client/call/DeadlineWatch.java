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
 * Ends requests whose deadlines pass, by timers that they share.
 *
 * <p>A timer for each would nearly always be set and taken back for nothing, and either takes the lock of a scheduler and may wake its
 * thread. Here a request costs an entry in a set. A timer goes off at the earliest deadline of all, or after {@link #LONGEST} where that
 * is sooner; it ends who is late, and another is set while anybody waits. A further one is set only for a deadline that comes before it:
 * there are few, and none is taken back. One that is lost, because Reactor's schedulers were shut down, is missed by whoever comes when it
 * is overdue for {@link #LONGEST}.
 *
 * <p>Invariant: while a request waits there is a timer that goes off by its deadline. A request enters the set before it looks whether
 * there is one, and a timer says that it is none any more before it looks at the set; so one of them sees the other.
 *
 * <p>Any thread. The timers run on Reactor's parallel scheduler, whose clock is that of {@link Deadline}.
 */
final class DeadlineWatch {

  /** Most time until a timer goes off, so that those which others have come before are soon gone. */
  static final Duration LONGEST = Duration.ofSeconds(1);

  private static final long NEVER = Long.MAX_VALUE;

  private final Set<DeadlineStage<?>> waiting = ConcurrentHashMap.newKeySet();

  /** When the next timer goes off. */
  private final AtomicLong nextNanos = new AtomicLong(NEVER);

  /** The same request, but cancelled when the deadline of its call passes, and failing with {@link Call#late}. */
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

  /** From now on it is ended when its deadline passes; it may be so before this returns. */
  void enter(DeadlineStage<?> request) {
    waiting.add(request);
    var now = Deadline.nowNanos();
    var next = nextNanos.get();
    if (next < now - LONGEST.toNanos()) {
      nextNanos.compareAndSet(next, NEVER); // it should have gone off long ago
    }
    if (request.deadlineNanos() < nextNanos.get()) {
      lookIn(request.deadlineNanos() - now, now);
    }
  }

  /** It has ended: nothing is held of it any more. Before {@link #enter}, or again, this does nothing. */
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
        // a task of its own: what a subscriber throws is to keep no other from its end
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
