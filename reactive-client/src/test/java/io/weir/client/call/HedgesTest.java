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

/**
 * Second attempts of late reads. Each connection group is a publisher that the test controls, in
 * virtual time.
 */
final class HedgesTest {

  private static final Duration DELAY = Duration.ofMillis(50);
  private final Throwable broken = new IOException("broken");

  private final Map<ConnectionGroup, TestPublisher<String>> attempts = new EnumMap<>(Map.of(
      ConnectionGroup.MAIN, TestPublisher.create(), ConnectionGroup.HEDGE, TestPublisher.create()));
  private final Hedges hedges = new Hedges(HedgeOptions.after(DELAY).share(1));

  @Test
  void anAnswerInTimeNeedsNoSecondAttempt() {
    StepVerifier.withVirtualTime(this::read)
        .expectSubscription()
        .expectNoEvent(DELAY.minusMillis(1))
        .then(() -> group(ConnectionGroup.MAIN).emit("main"))
        .expectNext("main")
        .verifyComplete();

    group(ConnectionGroup.HEDGE).assertWasNotSubscribed();
    assertThat(hedges.sent()).isZero();
  }

  @Test
  void theFirstAttemptIsCancelledWhenTheSecondAnswers() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> group(ConnectionGroup.HEDGE).emit("hedge"))
        .expectNext("hedge")
        .verifyComplete();

    group(ConnectionGroup.MAIN).assertCancelled();
  }

  @Test
  void theSecondAttemptIsCancelledWhenTheFirstAnswers() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> group(ConnectionGroup.MAIN).emit("main"))
        .expectNext("main")
        .verifyComplete();

    group(ConnectionGroup.HEDGE).assertCancelled();
  }

  @Test
  void cancellingCancelsBothAttempts() {
    StepVerifier.withVirtualTime(this::read).thenAwait(DELAY).thenCancel().verify();

    group(ConnectionGroup.MAIN).assertCancelled();
    group(ConnectionGroup.HEDGE).assertCancelled();
  }

  @Test
  void aFailureBeforeTheSecondAttemptFailsTheRead() {
    StepVerifier.withVirtualTime(this::read)
        .then(() -> group(ConnectionGroup.MAIN).error(broken))
        .verifyErrorMessage("broken");

    group(ConnectionGroup.HEDGE).assertWasNotSubscribed();
  }

  @Test
  void theReadWaitsForTheOtherAttemptWhenOneFails() {
    for (var failing : ConnectionGroup.values()) {
      var other = failing == ConnectionGroup.MAIN ? ConnectionGroup.HEDGE : ConnectionGroup.MAIN;
      attempts.replaceAll((group, before) -> TestPublisher.create());

      StepVerifier.withVirtualTime(this::read)
          .thenAwait(DELAY)
          .then(() -> group(failing).error(broken))
          .then(() -> group(other).emit("other"))
          .expectNext("other")
          .verifyComplete();
    }
  }

  @Test
  void theReadFailsWhenBothAttemptsFail() {
    for (var first : ConnectionGroup.values()) {
      var last = first == ConnectionGroup.MAIN ? ConnectionGroup.HEDGE : ConnectionGroup.MAIN;
      attempts.replaceAll((group, before) -> TestPublisher.create());

      StepVerifier.withVirtualTime(this::read)
          .thenAwait(DELAY)
          .then(() -> group(first).error(new IOException("first")))
          .then(() -> group(last).error(new IOException("last")))
          .verifyErrorMessage("last");
    }
  }

  @Test
  void aRefusalEndsBothAttempts() {
    StepVerifier.withVirtualTime(this::read)
        .thenAwait(DELAY)
        .then(() -> group(ConnectionGroup.HEDGE)
            .error(new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "")))
        .verifyError(NotFoundException.class);

    group(ConnectionGroup.MAIN).assertCancelled();
  }

  /** The service is slow for all reads; a tenth of them may be sent twice, and no more. */
  @Test
  void secondAttemptsNeverExceedTheirShare() {
    var slow = new Hedges(HedgeOptions.after(DELAY).share(0.1));
    var attempts = new AtomicInteger();

    StepVerifier.withVirtualTime(() -> Flux.range(0, 200)
            .concatMap(number -> slow.read(group -> {
              attempts.incrementAndGet();
              return Mono.delay(Duration.ofSeconds(1)).thenReturn(number);
            })))
        .thenAwait(Duration.ofHours(1))
        .expectNextCount(200)
        .verifyComplete();

    assertThat(slow.sent()).isEqualTo(20);
    assertThat(attempts).hasValue(200 + 20);
  }

  /** Only the slowest of reads that take 1 to 100 ms are sent twice. */
  @Test
  void theDelayFollowsTheLatencyOfReads() {
    var adaptive =
        new Hedges(HedgeOptions.beyondQuantile(0.9, Duration.ofMillis(1)).share(1));

    StepVerifier.withVirtualTime(() -> Flux.range(0, 10 * LatencyWindow.SIZE)
            .concatMap(number -> adaptive.read(group -> group == ConnectionGroup.HEDGE
                ? Mono.never()
                : Mono.delay(Duration.ofMillis(1 + number % 100)).thenReturn(number))))
        .thenAwait(Duration.ofHours(1))
        .expectNextCount(10 * LatencyWindow.SIZE)
        .verifyComplete();

    var share = (double) adaptive.sent() / (10 * LatencyWindow.SIZE);
    assertThat(share).isBetween(0.05, 0.15);
  }

  private Mono<String> read() {
    return hedges.read(group -> group(group).mono());
  }

  private TestPublisher<String> group(ConnectionGroup group) {
    return attempts.get(group);
  }
}
