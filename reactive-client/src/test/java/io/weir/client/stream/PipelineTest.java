package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.write.WriteResult;
import io.weir.client.call.RequestNotSent;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

/** The operations of one pipeline: how they are sent, and their outcomes. */
final class PipelineTest extends ServedPipelines {

  @Test
  void theOperationsOfOneLoopTurnShareAChunk() {
    add(1);
    turn();
    add(3);
    add(2);
    turn();

    assertThat(served).hasSize(1);
    assertThat(served.get(0).chunks).containsExactly(1, 5);
    assertThat(alone).isEmpty();
  }

  @Test
  void operationsAreAnsweredInOrderAndFailSeparately() {
    var outcomes = add(3);
    turn();

    served.get(0).answer(new Frame.Result(new WriteResult(1)));
    served.get(0).answer(new Frame.Failure(TableServiceException.of(ErrorCode.SERVER_BUSY, "")));
    served.get(0).answer(new Frame.Result(new WriteResult(3)));

    StepVerifier.create(outcomes.get(0)).expectNext(new WriteResult(1)).verifyComplete();
    StepVerifier.create(outcomes.get(1)).verifyError(ServiceBusyException.class);
    StepVerifier.create(outcomes.get(2)).expectNext(new WriteResult(3)).verifyComplete();
  }

  @Test
  void noChunkIsSentWithoutDemand() {
    add(1);
    served.get(0).demand(1);
    turn();
    add(4);
    turn();
    assertThat(served.get(0).chunks).containsExactly(1);

    served.get(0).demand(1);
    turn();

    assertThat(served.get(0).chunks).containsExactly(1, 4);
  }

  @Test
  void unansweredOperationsAreRepeatedOnceWhenThePipelineEnds() {
    var outcomes = add(3);
    turn();
    served.get(0).answerWithDone(1);
    served.get(0).answers.tryEmitComplete().orThrow();
    turn();

    assertThat(served).hasSize(2);
    assertThat(served.get(1).chunks).containsExactly(2);
    served.get(1).answerWithDone(1);
    served.get(1).answers.tryEmitComplete().orThrow();
    turn();

    assertThat(served).hasSize(2);
    StepVerifier.create(outcomes.get(0)).expectNext(DONE).verifyComplete();
    StepVerifier.create(outcomes.get(1)).expectNext(DONE).verifyComplete();
    StepVerifier.create(outcomes.get(2)).verifyError(RequestNotSent.class);
  }

  @Test
  void aFailureFailsAllSentOperationsAndWaitingOnesUseTheNextPipeline() {
    var outcomes = add(2);
    served.get(0).demand(1);
    turn();
    served.get(0).answerWithDone(1);
    var waiting = add(1).get(0);
    served.get(0).answers.tryEmitError(new IOException("test")).orThrow();
    turn();

    StepVerifier.create(outcomes.get(0)).expectNext(DONE).verifyComplete();
    StepVerifier.create(outcomes.get(1)).verifyError(IOException.class);
    assertThat(served).hasSize(2);
    served.get(1).answerWithDone(1);
    StepVerifier.create(waiting).expectNext(DONE).verifyComplete();
  }

  @Test
  void aPipelineThatFailsBeforeItSendsFailsAllWaitingOperations() {
    var outcomes = add(2);
    served.get(0).answers.tryEmitError(new IOException("test")).orThrow();

    assertThat(served).hasSize(1);
    outcomes.forEach(outcome -> StepVerifier.create(outcome).verifyError(RequestNotSent.class));
  }

  /** A gateway may send this answer when it has lost a service that had received everything. */
  @Test
  void aFailureThatDoesNotTellTheOutcomeIsNotRepeated() {
    var outcome = add(1).get(0);
    turn();

    served
        .get(0)
        .answers
        .tryEmitError(TableServiceException.of(ErrorCode.INTERNAL_ERROR, "status=502"))
        .orThrow();

    assertThat(alone).isEmpty();
    StepVerifier.create(outcome).verifyError(ServiceFailedException.class);
  }

  @Test
  void aRefusalAfterAnAnswerBelongsToItsOwnOperation() {
    var outcomes = add(2);
    turn();
    served.get(0).answerWithDone(1);

    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();

    assertThat(alone).isEmpty();
    StepVerifier.create(outcomes.get(1)).verifyError(ServiceBusyException.class);
  }

  @Test
  void chunksAreFilledOneAfterAnother() {
    for (var i = 0; i < 3; i++) {
      pipelines.add(piped(PipelineBody.FULL_BYTES / 2));
    }
    turn();

    assertThat(served.get(0).chunks)
        .containsExactly(PipelineBody.FULL_BYTES, PipelineBody.FULL_BYTES / 2);
  }

  @Test
  void anOperationCancelledWhileItWaitsIsNeverSent() {
    var outcomes = add(3);
    outcomes.get(1).subscribe().dispose();

    turn();

    assertThat(served.get(0).chunks).containsExactly(2);
  }

  @Test
  void aPipelineIsCutWhenItsLastOperationIsCancelled() {
    var leaving = add(3).stream().map(Mono::subscribe).toList();
    turn();
    served.get(0).answerWithDone(1);
    leaving.get(2).dispose();
    turn();
    assertThat(served.get(0).isCut()).isFalse();

    leaving.get(1).dispose();
    turn();

    assertThat(served.get(0).isCut()).isTrue();
  }

  @Test
  void aPipelineIsNotCutIfAnotherOperationComesAsTheLastIsCancelled() {
    var leaving = add(1).get(0).subscribe();
    turn();
    add(1);
    leaving.dispose();
    turn();

    assertThat(served.get(0).isCut()).isFalse();
    assertThat(served.get(0).chunks).containsExactly(1, 1);
  }

  @Test
  void anAnswerWithoutAnOperationCutsThePipeline() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);

    served.get(0).answerWithDone(1);

    assertThat(served.get(0).isCut()).isTrue();
  }

  /** A renewed credential restarts the body, which then contains all unanswered operations. */
  @Test
  void aRestartedBodySendsUnansweredOperationsAgain() {
    var outcomes = add(2);
    turn();

    served.get(0).beginAgain();
    turn();
    served.get(0).answerWithDone(2);

    assertThat(served.get(0).chunks).containsExactly(2, 2);
    outcomes.forEach(outcome -> StepVerifier.create(outcome).expectNext(DONE).verifyComplete());
  }

  @Test
  void anAnswerIsOwedSinceTheLastOneUntilAllHaveArrived() {
    add(2);
    turn();
    var sent = clock.now(TimeUnit.NANOSECONDS);
    var pipeline = served.get(0).pipeline;
    assertThat(pipeline.isOutstandingSince(sent)).isFalse();
    assertThat(pipeline.isOutstandingSince(sent + 1)).isTrue();

    clock.advanceTimeBy(INSTANT);
    served.get(0).answerWithDone(1);
    assertThat(pipeline.isOutstandingSince(sent + 1)).isFalse();
    assertThat(pipeline.isOutstandingSince(sent + 2)).isTrue();
    served.get(0).answerWithDone(1);

    assertThat(pipeline.isOutstandingSince(Long.MAX_VALUE)).isFalse();
  }
}
