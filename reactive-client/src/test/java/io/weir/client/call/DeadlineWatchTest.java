package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/** The clock is the test's, and a request is named by its deadline in milliseconds. */
final class DeadlineWatchTest {

  private static final int MANY = 1_000;
  private static final Duration INSTANT = Duration.ofNanos(1);

  private final VirtualTimeScheduler clock = VirtualTimeScheduler.getOrSet();
  private final DeadlineWatch watch = new DeadlineWatch();
  private final List<Integer> late = new ArrayList<>();

  @AfterEach
  void letTimePassAsUsual() {
    VirtualTimeScheduler.reset();
  }

  @Test
  void aRequestFailsAndIsCancelledExactlyAtItsDeadline() {
    var deadline = DeadlineWatch.LONGEST.multipliedBy(7).dividedBy(2);
    var request = TestPublisher.<String>create();

    StepVerifier.create(watch.guard(request.mono(), call(deadline)))
        .then(() -> clock.advanceTimeBy(deadline.minus(INSTANT)))
        .then(request::assertNotCancelled)
        .then(() -> clock.advanceTimeBy(INSTANT))
        .verifyErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOf(RequestNotSent.class)
            .hasCauseInstanceOf(TimeoutException.class));

    request.assertCancelled();
  }

  @Test
  void aRequestWithoutADeadlineIsUnchanged() {
    var request = Mono.<String>never();

    assertThat(watch.guard(request, Call.under(Context.empty()))).isSameAs(request);
  }

  @Test
  void eachRequestHasItsOwnDeadlineInAnyOrder() {
    for (var deadline : List.of(2_000, 60_000, 10, 700, 10, 1_500)) {
      begin(deadline);
    }

    var passed = 0;
    for (var moment : List.of(10, 700, 1_500, 2_000, 60_000)) {
      clock.advanceTimeBy(Duration.ofMillis(moment - passed).minus(INSTANT));
      assertThat(late).doesNotContain(moment);
      clock.advanceTimeBy(INSTANT);
      assertThat(late).contains(moment);
      passed = moment;
    }

    assertThat(late).containsExactly(10, 10, 700, 1_500, 2_000, 60_000);
  }

  @Test
  void aLaterRequestStillFailsAtItsDeadlineAfterEarlierOnesFailed() {
    begin(1_500);
    clock.advanceTimeBy(Duration.ofMillis(1_400));
    begin(1_000);
    clock.advanceTimeBy(Duration.ofMillis(100));
    assertThat(late).containsExactly(1_500);

    clock.advanceTimeBy(Duration.ofMillis(900));

    assertThat(late).containsExactly(1_500, 1_000);
  }

  @Test
  void aPassedDeadlineFailsTheRequestAtOnce() {
    begin(0);
    clock.advanceTime();

    assertThat(late).containsExactly(0);
  }

  @Test
  void anUnreachableDeadlineNeverFailsTheRequest() {
    clock.advanceTimeBy(INSTANT); // otherwise it would be the last representable moment
    var request = watch.guard(Mono.never(), call(Duration.ofNanos(Long.MAX_VALUE)));

    StepVerifier.create(request)
        .expectSubscription()
        .then(() -> clock.advanceTimeBy(Duration.ofDays(1)))
        .thenCancel()
        .verify();
  }

  /** The clock counts the timers that were ever set. */
  @Test
  void manyRequestsShareOneTimerThatRunsWhileAnyWaits() {
    var requests = IntStream.range(0, MANY).mapToObj(i -> begin(60_000)).toList();
    assertThat(clock.getScheduledTaskCount()).isEqualTo(1);
    clock.advanceTimeBy(DeadlineWatch.LONGEST);
    assertThat(clock.getScheduledTaskCount()).isEqualTo(2);

    requests.forEach(Disposable::dispose);
    clock.advanceTimeBy(DeadlineWatch.LONGEST.multipliedBy(10));

    assertThat(clock.getScheduledTaskCount()).isEqualTo(2);
  }

  /** Uses the machine's clock, because the virtual clock stops after a task that throws. */
  @Test
  void aThrowingSubscriberDoesNotPreventTheTimeoutOfOthers() throws InterruptedException {
    VirtualTimeScheduler.reset();
    var ended = new CountDownLatch(2);
    Schedulers.onHandleError((thread, failure) -> assertThat(failure).hasMessage("expected"));

    for (var i = 0; i < 2; i++) {
      watch.guard(Mono.never(), call(Duration.ofMillis(50))).subscribe(throwing(ended));
    }

    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    Schedulers.resetOnHandleError();
  }

  /**
   * An application may shut Reactor's schedulers down and start new ones, and another test may have
   * had its own clock.
   */
  @Test
  void theNextRequestReplacesATimerOfADisposedScheduler() {
    begin(60_000);
    var next = VirtualTimeScheduler.set(VirtualTimeScheduler.create());
    next.advanceTimeBy(DeadlineWatch.LONGEST.multipliedBy(3));

    begin(5_000);
    next.advanceTimeBy(Duration.ofSeconds(5));

    assertThat(late).containsExactly(5_000);
  }

  @Test
  void signalsBeforeTheDeadlineArePassedOn() {
    var item = Sinks.<String>one();
    var none = Sinks.<String>one();
    var failure = Sinks.<String>one();

    StepVerifier.create(guarded(item.asMono()))
        .then(() -> item.tryEmitValue("answer").orThrow())
        .expectNext("answer")
        .verifyComplete();
    StepVerifier.create(guarded(none.asMono()))
        .then(() -> none.tryEmitEmpty().orThrow())
        .verifyComplete();
    StepVerifier.create(guarded(failure.asMono()))
        .then(() -> failure.tryEmitError(new IllegalStateException("expected")).orThrow())
        .verifyErrorMessage("expected");
    StepVerifier.create(guarded(Mono.just("at once"))).expectNext("at once").verifyComplete();

    clock.advanceTimeBy(DeadlineWatch.LONGEST.multipliedBy(10));
    assertThat(clock.getScheduledTaskCount()).isEqualTo(1);
  }

  private <T> Mono<T> guarded(Mono<T> request) {
    return watch.guard(request, call(Duration.ofMinutes(1)));
  }

  private Disposable begin(int deadlineMillis) {
    return watch
        .guard(Mono.never(), call(Duration.ofMillis(deadlineMillis)))
        .subscribe(item -> {}, failure -> late.add(deadlineMillis));
  }

  /** A plain subscriber, because those of Reactor catch the exceptions of later stages. */
  private static CoreSubscriber<Object> throwing(CountDownLatch ended) {
    return new CoreSubscriber<>() {
      @Override
      public void onSubscribe(Subscription subscription) {
        subscription.request(1);
      }

      @Override
      public void onNext(Object item) {}

      @Override
      public void onError(Throwable failure) {
        ended.countDown();
        throw new IllegalStateException("expected");
      }

      @Override
      public void onComplete() {}
    };
  }

  private static Call call(Duration deadline) {
    return Call.under(Deadline.in(deadline).putInto(Context.empty()));
  }
}
