package io.weir.hbase.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

final class ClusterCallsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger forgotten = new AtomicInteger();
  private final ClusterCalls calls =
      new ClusterCalls(Schedulers.immediate(), 1, DEADLINE, now::get, forgotten::incrementAndGet);
  private final RetriesExhaustedException exhausted = new RetriesExhaustedException(3, List.of());
  private final CompletableFuture<String> pending = new CompletableFuture<>();

  @Test
  void aCallBeyondTheLimitIsRefused() {
    var first =
        StepVerifier.create(calls.read(() -> pending)).expectNext("done").expectComplete();
    var waiting = first.verifyLater();

    StepVerifier.create(calls.read(() -> CompletableFuture.completedFuture("other")))
        .expectError(ServiceBusyException.class)
        .verify(PATIENCE);
    pending.complete("done");
    waiting.verify(PATIENCE);

    StepVerifier.create(calls.read(() -> CompletableFuture.completedFuture("other")))
        .expectNext("other")
        .expectComplete()
        .verify(PATIENCE);
  }

  /** The call is still under way in the cluster. */
  @Test
  void aCancelledCallCountsUntilItHasEnded() {
    calls.read(() -> pending).subscribe().dispose();

    StepVerifier.create(calls.read(() -> CompletableFuture.completedFuture("other")))
        .expectError(ServiceBusyException.class)
        .verify(PATIENCE);
    pending.complete("done");
    StepVerifier.create(calls.read(() -> CompletableFuture.completedFuture("other")))
        .expectNext("other")
        .expectComplete()
        .verify(PATIENCE);
  }

  /** HBase's client may believe in an old place of a region until it gives up. */
  @Test
  void aCallThatHBaseGaveUpIsMadeAgainWithNewPlacesOfRegions() {
    var attempts = new AtomicInteger();

    StepVerifier.create(calls.read(() -> attempts.incrementAndGet() < 3
            ? CompletableFuture.<String>failedFuture(exhausted)
            : CompletableFuture.completedFuture("done")))
        .expectNext("done")
        .expectComplete()
        .verify(PATIENCE);

    assertThat(forgotten).hasValue(2);
  }

  @Test
  void aWriteWithoutAnAnswerUntilTheDeadlineHasAnUnknownOutcome() {
    StepVerifier.create(calls.write(() -> {
          now.addAndGet(DEADLINE.toNanos() / 3);
          return CompletableFuture.failedFuture(exhausted);
        }))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(ServiceFailedException.class, failed -> {
              assertThat(failed.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT);
              assertThat(failed.outcome()).isEqualTo(ServiceFailedException.Outcome.UNKNOWN);
            }))
        .verify(PATIENCE);
    assertThat(forgotten).hasValue(2);
  }

  @Test
  void aCallThatCannotBeginFailsAndIsNotCounted() {
    for (var attempt = 0; attempt < 3; attempt++) {
      StepVerifier.create(calls.read(() -> {
            throw new IllegalStateException("closed");
          }))
          .expectErrorSatisfies(failure -> assertThat(failure)
              .isInstanceOfSatisfying(
                  ServiceFailedException.class,
                  failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INTERNAL_ERROR)))
          .verify(PATIENCE);
    }
  }

  @Test
  void otherFailuresAreInternal() {
    StepVerifier.create(calls.read(() -> CompletableFuture.failedFuture(new IOException("broken"))))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                ServiceFailedException.class,
                failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INTERNAL_ERROR)))
        .verify(PATIENCE);
  }

  @Test
  void theCallsOfOneOperationHaveOneDeadline() {
    var quarter = DEADLINE.dividedBy(4).toNanos();
    var slow = calls.read(() -> {
      now.addAndGet(3 * quarter);
      return CompletableFuture.completedFuture("place");
    });
    var failing = calls.read(() -> {
      now.addAndGet(quarter);
      return CompletableFuture.<String>failedFuture(exhausted);
    });

    assertTimesOut(calls.together(slow.then(failing)));
    assertThat(now.get()).isEqualTo(4 * quarter);

    now.set(0);
    assertTimesOut(slow.then(failing));
    assertThat(now.get()).as("without it each call has its own").isEqualTo(7 * quarter);
  }

  private static void assertTimesOut(Mono<String> operation) {
    StepVerifier.create(operation)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(
                ServiceFailedException.class,
                failed -> assertThat(failed.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT)))
        .verify(PATIENCE);
  }
}
