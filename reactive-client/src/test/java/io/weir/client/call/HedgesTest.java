package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.client.options.HedgeOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Each lane is a publisher that the test makes speak, and time passes when it says so. */
final class HedgesTest {

  private static final Duration DELAY = Duration.ofMillis(50);
  private final Throwable broken = new IOException("broken");

  private final Map<Lane, TestPublisher<String>> lanes =
      new EnumMap<>(Map.of(Lane.MAIN, TestPublisher.create(), Lane.HEDGE, TestPublisher.create()));
  private final Hedges hedges = new Hedges(HedgeOptions.after(DELAY).share(1));

  @Test
  void anAnswerInTimeNeedsNoSecondAttempt() {
    StepVerifier.withVirtualTime(this::read)
        .expectSubscription()
        .expectNoEvent(DELAY.minusMillis(1))
        .then(() -> lane(Lane.MAIN).emit("main"))
        .expectNext("main")
        .verifyComplete();

    lane(Lane.HEDGE).assertWasNotSubscribed();
    assertThat(hedges.sent()).isZero();
  }

  @Test
  void theSecondAttemptMayWinAndTheFirstIsCancelled() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> lane(Lane.HEDGE).emit("hedge"))
        .expectNext("hedge")
        .verifyComplete();

    lane(Lane.MAIN).assertCancelled();
  }

  @Test
  void theFirstAttemptMayWinStillAndTheSecondIsCancelled() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> lane(Lane.MAIN).emit("main"))
        .expectNext("main")
        .verifyComplete();

    lane(Lane.HEDGE).assertCancelled();
  }

  @Test
  void cancellingCancelsBoth() {
    StepVerifier.withVirtualTime(this::read).thenAwait(DELAY).thenCancel().verify();

    lane(Lane.MAIN).assertCancelled();
    lane(Lane.HEDGE).assertCancelled();
  }

  @Test
  void aFailureBeforeTheSecondAttemptIsTheReads() {
    StepVerifier.withVirtualTime(this::read)
        .then(() -> lane(Lane.MAIN).error(broken))
        .verifyErrorMessage("broken");

    lane(Lane.HEDGE).assertWasNotSubscribed();
  }

  @Test
  void whereOneFailsTheOtherIsAwaited() {
    for (var failing : Lane.values()) {
      var other = failing == Lane.MAIN ? Lane.HEDGE : Lane.MAIN;
      lanes.replaceAll((lane, before) -> TestPublisher.create());

      StepVerifier.withVirtualTime(this::read)
          .thenAwait(DELAY)
          .then(() -> lane(failing).error(broken))
          .then(() -> lane(other).emit("other"))
          .expectNext("other")
          .verifyComplete();
    }
  }

  @Test
  void whereBothFailTheReadDoes() {
    for (var first : Lane.values()) {
      var last = first == Lane.MAIN ? Lane.HEDGE : Lane.MAIN;
      lanes.replaceAll((lane, before) -> TestPublisher.create());

      StepVerifier.withVirtualTime(this::read)
          .thenAwait(DELAY)
          .then(() -> lane(first).error(new IOException("first")))
          .then(() -> lane(last).error(new IOException("last")))
          .verifyErrorMessage("last");
    }
  }

  @Test
  void aRefusalIsAnAnswer() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> lane(Lane.HEDGE).error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "")))
        .verifyError(NotFoundException.class);

    lane(Lane.MAIN).assertCancelled();
  }

  /** The service is slow for everybody: a tenth of the reads may be sent twice, and no more. */
  @Test
  void secondAttemptsNeverExceedTheirShare() {
    var slow = new Hedges(HedgeOptions.after(DELAY).share(0.1));
    var attempts = new AtomicInteger();

    StepVerifier.withVirtualTime(() -> Flux.range(0, 200)
            .concatMap(number -> slow.read(lane -> {
              attempts.incrementAndGet();
              return Mono.delay(Duration.ofSeconds(1)).thenReturn(number);
            })))
        .thenAwait(Duration.ofHours(1))
        .expectNextCount(200)
        .verifyComplete();

    assertThat(slow.sent()).isEqualTo(20);
    assertThat(attempts).hasValue(200 + 20);
  }

  /** Of reads that take 1 to 100 ms, only those beyond the quantile are sent twice. */
  @Test
  void theDelayFollowsWhatReadsTake() {
    var adaptive =
        new Hedges(HedgeOptions.beyondQuantile(0.9, Duration.ofMillis(1)).share(1));

    StepVerifier.withVirtualTime(() -> Flux.range(0, 10 * LatencyWindow.SIZE)
            .concatMap(number -> adaptive.read(lane -> lane == Lane.HEDGE
                ? Mono.never()
                : Mono.delay(Duration.ofMillis(1 + number % 100)).thenReturn(number))))
        .thenAwait(Duration.ofHours(1))
        .expectNextCount(10 * LatencyWindow.SIZE)
        .verifyComplete();

    var share = (double) adaptive.sent() / (10 * LatencyWindow.SIZE);
    assertThat(share).isBetween(0.05, 0.15);
  }

  private Mono<String> read() {
    return hedges.read(lane -> lane(lane).mono());
  }

  private TestPublisher<String> lane(Lane lane) {
    return lanes.get(lane);
  }
}
