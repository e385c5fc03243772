package io.weir.client.call;

import io.weir.client.options.HedgeOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Sends a late read a second time and takes the first answer: see {@link HedgeOptions}.
 *
 * <p>A refusal by the service is an answer. A transient failure is not: the other attempt
 * continues, and the read fails when both attempts have failed. Any thread; the delay runs on
 * Reactor's parallel scheduler.
 */
final class Hedges {

  private final HedgeOptions options;
  private final HedgeBudget budget;
  private final LatencyWindow latencies;
  private final LongAdder sent = new LongAdder();

  Hedges(HedgeOptions options) {
    this.options = options;
    this.budget = new HedgeBudget(options.share());
    this.latencies = new LatencyWindow(options.quantile());
  }

  /** Returns how many second attempts were made. */
  long sent() {
    return sent.sum();
  }

  /** Makes a first attempt, and a second one if the first is late. */
  <T> Mono<T> read(Function<ConnectionGroup, Mono<T>> attempt) {
    return Mono.defer(() -> {
      budget.payIn();
      var began = nowNanos();
      var race = new Race();
      return Mono.firstWithSignal(
              attempt.apply(ConnectionGroup.MAIN).onErrorResume(race::mainFailed),
              second(attempt, race).onErrorResume(race::hedgeFailed))
          .doOnSuccess(answer -> latencies.record(nowNanos() - began));
    });
  }

  private <T> Mono<T> second(Function<ConnectionGroup, Mono<T>> attempt, Race race) {
    return Mono.delay(delay()).flatMap(now -> {
      if (!budget.take() || !race.beginHedge()) {
        return Mono.never();
      }
      sent.increment();
      return attempt.apply(ConnectionGroup.HEDGE);
    });
  }

  private Duration delay() {
    if (options.quantile() == 0) {
      return options.delay();
    }
    var seen = Duration.ofNanos(latencies.quantileNanos());
    return seen.compareTo(options.delay()) > 0 ? seen : options.delay();
  }

  private static long nowNanos() {
    return Schedulers.parallel().now(TimeUnit.NANOSECONDS);
  }

  /** The attempts of one read that are in flight. */
  private static final class Race {

    private static final int HEDGE_BEGUN = 1;
    private static final int MAIN_FAILED = 2;
    private static final int HEDGE_FAILED = 4;

    private final AtomicInteger state = new AtomicInteger();

    /** Returns whether the first attempt is still in flight. */
    boolean beginHedge() {
      return (mark(HEDGE_BEGUN) & MAIN_FAILED) == 0;
    }

    <T> Mono<T> mainFailed(Throwable failure) {
      var before = mark(MAIN_FAILED);
      var isHedged = (before & HEDGE_BEGUN) != 0 && (before & HEDGE_FAILED) == 0;
      return isHedged && Failures.isTransient(failure) ? Mono.never() : Mono.error(failure);
    }

    <T> Mono<T> hedgeFailed(Throwable failure) {
      var isAlone = (mark(HEDGE_FAILED) & MAIN_FAILED) != 0;
      return isAlone || !Failures.isTransient(failure) ? Mono.error(failure) : Mono.never();
    }

    private int mark(int bit) {
      return state.getAndUpdate(now -> now | bit);
    }
  }
}
