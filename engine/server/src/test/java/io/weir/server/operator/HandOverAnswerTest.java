package io.weir.server.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.engine.consensus.ChangeRefused;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** The answers to a hand-over tell whether it was carried out. */
final class HandOverAnswerTest {

  @Test
  void aLateHandOverHasAnUnknownOutcome() {
    StepVerifier.withVirtualTime(() -> ReplicatedNodes.answer(CompletableFuture::new))
        .expectSubscription()
        .expectNoEvent(Duration.ofSeconds(29))
        .thenAwait(Duration.ofSeconds(1))
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOfSatisfying(ServiceFailedException.class, late -> {
              assertThat(late.code()).isEqualTo(ErrorCode.OPERATION_TIMED_OUT);
              assertThat(late.facts()).isEqualTo("reason=handOverLate outcome=unknown");
            }))
        .verify(Duration.ofSeconds(30));
  }

  @Test
  void aRefusedHandOverWasNotCarriedOut() {
    StepVerifier.create(ReplicatedNodes.answer(() -> refused("notLeader leader=b")))
        .verifyError(ServiceBusyException.class);
    StepVerifier.create(ReplicatedNodes.answer(() -> refused("there is no such node node=d")))
        .verifyError(InvalidRequestException.class);
  }

  private static CompletableFuture<String> refused(String reason) {
    return CompletableFuture.failedFuture(new ChangeRefused(reason));
  }
}
