package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.client.options.RetryOptions;
import io.weir.client.options.UnknownWrites;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

final class BackoffTest {

  private static final RetryOptions OPTIONS =
      new RetryOptions(3, Duration.ofMillis(100), Duration.ofMillis(300), UnknownWrites.RESOLVE);
  private final Throwable broken = new IOException("broken");

  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void pausesDoubleUpToTheLongest() {
    assertThat(pauses(0.5, broken)).containsExactly(100L, 200L, 300L, 300L);
  }

  @Test
  void pausesVaryByHalf() {
    assertThat(pauses(0, broken)).containsExactly(50L, 100L, 150L, 150L);
    assertThat(pauses(0.999, broken)).allSatisfy(pause -> assertThat(pause).isBetween(149L, 450L));
  }

  @Test
  void thePauseOfABusyServiceIsItsRetryAfter() {
    var busy = new ServiceBusyException("").retryAfter(Duration.ofSeconds(7));

    assertThat(pauses(0.5, busy)).containsOnly(7000L);
    assertThat(pauses(0.5, new RetryableFailure(busy))).containsOnly(7000L);
    assertThat(pauses(0.5, new ServiceBusyException("").retryAfter(Duration.ofMillis(150))))
        .containsExactly(150L, 200L, 300L, 300L);
  }

  @Test
  void theLastFailureIsEmittedAfterTheLastAttempt() {
    StepVerifier.withVirtualTime(() -> failing().retryWhen(backoff(false)))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(100 + 200 + 300))
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(broken))
        .verify();
    assertThat(attempts).hasValue(4);
  }

  @Test
  void aReceivedItemResetsTheCount() {
    StepVerifier.withVirtualTime(() -> Flux.defer(() -> attempts.incrementAndGet() <= 6
                ? Flux.just(attempts.get()).concatWith(Mono.error(broken))
                : failing().flux())
            .retryWhen(backoff(true)))
        .thenAwait(Duration.ofMinutes(1))
        .expectNext(1, 2, 3, 4, 5, 6)
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(broken))
        .verify();
  }

  /** A proxy that cuts each stream after one item must not be asked in a loop without pauses. */
  @Test
  void aReceivedItemDoesNotSpareThePauseAfterARoundOverTheNodes() {
    var backoff = new Backoff(OPTIONS, 3, () -> 0.5, Failures::isTransient, true);

    StepVerifier.withVirtualTime(() -> Flux.defer(
                () -> Flux.just(attempts.incrementAndGet()).concatWith(Mono.error(broken)))
            .retryWhen(backoff)
            .take(9))
        .expectNext(1, 2, 3)
        .expectNoEvent(Duration.ofMillis(100))
        .expectNext(4, 5, 6)
        .as("the item has reset the length of the pause")
        .expectNoEvent(Duration.ofMillis(100))
        .expectNext(7, 8, 9)
        .verifyComplete();
  }

  @Test
  void aLastingFailureIsEmittedAtOnce() {
    StepVerifier.create(Mono.error(new InvalidRequestException(ErrorCode.INVALID_INPUT, ""))
            .retryWhen(backoff(false)))
        .verifyError(InvalidRequestException.class);
  }

  @Test
  void aPauseBeyondTheDeadlineIsNotStarted() {
    StepVerifier.withVirtualTime(() -> failing()
            .retryWhen(backoff(false))
            .contextWrite(Deadline.in(Duration.ofMillis(250))::putInto))
        .expectSubscription()
        .expectNoEvent(Duration.ofMillis(100))
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(broken))
        .verify();
    assertThat(attempts).hasValue(2);
  }

  /** A round over three nodes needs two attempts without a pause, and counts as one retry. */
  @Test
  void otherNodesAreTriedBeforeAPause() {
    var elsewhere = new ServiceBusyException("reason=notLeader").retryAfter(Duration.ofSeconds(7));
    var backoff = new Backoff(OPTIONS, 3, () -> 0.5, Failures::isTransient, false);

    StepVerifier.withVirtualTime(() -> Mono.defer(() -> {
              attempts.incrementAndGet();
              return Mono.error(elsewhere);
            })
            .retryWhen(backoff))
        .expectSubscription()
        .then(() -> assertThat(attempts).hasValue(3))
        .expectNoEvent(Duration.ofMillis(100))
        .then(() -> assertThat(attempts).hasValue(6))
        .expectNoEvent(Duration.ofMillis(200 + 300))
        .expectErrorSatisfies(failure -> assertThat(failure).isSameAs(elsewhere))
        .verify();
    assertThat(attempts).hasValue(4 * 3);
  }

  @Test
  void aBusyLeaderOfSeveralNodesIsGivenItsPause() {
    var busy = new ServiceBusyException("shard=3").retryAfter(Duration.ofSeconds(7));
    var backoff = new Backoff(OPTIONS, 3, () -> 0.5, Failures::isTransient, false);

    assertThat(backoff.lengthOf(0, new RetryableFailure(busy))).hasSeconds(7);
  }

  private Mono<Integer> failing() {
    return Mono.defer(() -> {
      attempts.incrementAndGet();
      return Mono.error(broken);
    });
  }

  private static Backoff backoff(boolean inARow) {
    return new Backoff(OPTIONS, 1, () -> 0.5, Failures::isTransient, inARow);
  }

  private static List<Long> pauses(double random, Throwable failure) {
    var backoff = new Backoff(OPTIONS, 1, () -> random, Failures::isTransient, false);
    return LongStream.range(0, 4)
        .mapToObj(attempt -> backoff.lengthOf(attempt, failure).toMillis())
        .toList();
  }
}
