package io.weir.client.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.wire.Frame;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The choice of a pipeline for an operation, and the times at which pipelines open and end. */
final class PipelinesTest extends ServedPipelines {

  @Test
  void operationsBeyondTheLimitOfAPipelineUseTheNext() {
    add(Pipeline.MOST_UNANSWERED);
    turn();
    assertThat(served).hasSize(1);

    add(1);
    turn();

    assertThat(served).hasSize(2);
    assertThat(served.get(0).sent()).isEqualTo(Pipeline.MOST_UNANSWERED);
    assertThat(served.get(1).chunks).containsExactly(1);
  }

  @Test
  void operationsWaitForAnAnswerWhenAllPipelinesAreFull() {
    add(Pipelines.MOST * Pipeline.MOST_UNANSWERED + 2);
    turn();
    assertThat(served).hasSize(Pipelines.MOST);
    assertThat(sent()).isEqualTo(Pipelines.MOST * Pipeline.MOST_UNANSWERED);

    served.get(2).answerWithDone(1);
    turn();

    assertThat(sent()).isEqualTo(Pipelines.MOST * Pipeline.MOST_UNANSWERED + 1);
  }

  @Test
  void aPipelineWithoutAnAnswerForTooLongIsSkipped() {
    add(1);
    turn();
    clock.advanceTimeBy(PATIENCE.minus(INSTANT));
    add(1);
    turn();
    assertThat(served).hasSize(1);

    clock.advanceTimeBy(INSTANT);
    add(1);
    turn();

    assertThat(served).hasSize(2);
    assertThat(served.get(1).chunks).containsExactly(1);
  }

  @Test
  void aPipelineThatAnswersAgainIsUsedAgain() {
    add(2);
    turn();
    clock.advanceTimeBy(PATIENCE);
    served.get(0).answerWithDone(1);

    add(1);
    turn();

    assertThat(served).hasSize(1);
  }

  /** A distant service always answers later than that. */
  @Test
  void operationsUseAStalledPipelineWhenNoOtherMayBeOpened() {
    for (var i = 0; i < Pipelines.MOST; i++) {
      add(1);
      turn();
      clock.advanceTimeBy(PATIENCE);
    }

    add(1);
    turn();

    assertThat(served).hasSize(Pipelines.MOST);
    assertThat(sent()).isEqualTo(Pipelines.MOST + 1);
  }

  @Test
  void anIdlePipelineIsFinishedAndTheNextOperationOpensAnother() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);
    clock.advanceTimeBy(Pipelines.IDLE.multipliedBy(2));
    turn();
    assertThat(served.get(0).isFinished).isTrue();

    add(1);
    turn();

    assertThat(served).hasSize(2);
  }

  /** The pipeline may be waiting for its connection. */
  @Test
  void aPipelineWithWaitingOperationsIsNotIdle() {
    add(1);

    clock.advanceTimeBy(Pipelines.IDLE.multipliedBy(3));
    turn();

    assertThat(served).hasSize(1);
    assertThat(served.get(0).isFinished).isFalse();
    assertThat(served.get(0).chunks).containsExactly(1);
  }

  @Test
  void aPipelineWithUnansweredOperationsIsNotFinishedAsIdle() {
    add(1);
    turn();

    clock.advanceTimeBy(Pipelines.AGE.minus(INSTANT));
    turn();

    assertThat(served.get(0).isFinished).isFalse();
  }

  @Test
  void anOldPipelineIsFinishedDuringUseAndNewOperationsUseTheNext() {
    var uses = 2 * Pipelines.AGE.dividedBy(Pipelines.IDLE);
    for (var use = 0; use < uses; use++) {
      add(1);
      turn();
      served.get(0).answerWithDone(1);
      assertThat(served.get(0).isFinished).isFalse();
      clock.advanceTimeBy(Pipelines.IDLE.dividedBy(2));
    }
    var late = add(1).get(0);
    turn();

    assertThat(served.get(0).isFinished).isTrue();
    assertThat(served).hasSize(2);
    served.get(1).answerWithDone(1);
    StepVerifier.create(late).expectNext(DONE).verifyComplete();
  }

  @Test
  void idleIsReportedAfterTheLastPipelineHasEnded() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);
    clock.advanceTimeBy(Pipelines.IDLE.multipliedBy(2));
    turn();
    assertThat(idle).hasValue(0);

    served.get(0).answers.tryEmitComplete().orThrow();

    assertThat(idle).hasValue(1);
  }

  @Test
  void aRefusedPipelineSendsOperationsAsSingleRequestsForAWhile() {
    add(2);
    turn();
    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();
    assertThat(alone).hasSize(2);
    assertThat(idle).hasValue(0);
    add(1);
    clock.advanceTimeBy(Pipelines.ALONE.minus(INSTANT));
    add(1);
    assertThat(alone).hasSize(4);
    assertThat(served).hasSize(1);

    clock.advanceTimeBy(INSTANT);
    add(1);
    turn();

    assertThat(idle).hasValue(1);
    assertThat(served).hasSize(2);
    assertThat(alone).hasSize(4);
  }

  @Test
  void anOperationSentAsASingleRequestCanBeCancelled() {
    var outcome = add(1).get(0).subscribe();
    turn();
    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();
    assertThat(alone.get(0).currentSubscriberCount()).isEqualTo(1);

    outcome.dispose();

    assertThat(alone.get(0).currentSubscriberCount()).isZero();
  }

  @Test
  void aCancelledOperationIsNotSentAsASingleRequest() {
    var first = add(1).get(0).subscribe();
    add(1);
    turn();
    first.dispose();

    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();

    assertThat(alone).hasSize(1);
  }

  @Test
  void aRefusedSecondPipelineIsNotReopenedForAWhileAndTheFirstContinues() {
    add(1);
    turn();
    clock.advanceTimeBy(PATIENCE);
    add(1);
    turn();
    served.get(1).answers.tryEmitError(new ServiceBusyException("test")).orThrow();
    assertThat(alone).hasSize(1);

    add(1);
    turn();

    assertThat(served).hasSize(2);
    assertThat(served.get(0).sent()).isEqualTo(2);
    assertThat(alone).hasSize(1);
    clock.advanceTimeBy(Pipelines.ALONE);
    add(1);
    turn();
    assertThat(served).hasSize(3);
  }

  @Test
  void aLongOperationIsSentAsASingleRequest() {
    pipelines.add(piped(Pipelines.LONGEST_FRAME_BYTES));
    assertThat(alone).isEmpty();

    pipelines.add(piped(Pipelines.LONGEST_FRAME_BYTES + 1));

    assertThat(alone).hasSize(1);
  }

  @Test
  void idleIsReportedWhenNoPipelineIsOpened() {
    pipelines.add(piped(Pipelines.LONGEST_FRAME_BYTES + 1));
    assertThat(idle).hasValue(1);

    add(over(new PipelineCapacity(100, 0)), 1);
    assertThat(idle).hasValue(2);

    add(over(new PipelineCapacity(0, 100)), 1);
    assertThat(idle).hasValue(3);
  }

  /** Reactor's {@link Schedulers} may be shut down and started again. */
  @Test
  void aNewSchedulerReplacesADisposedOne() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);
    served.get(0).answers.tryEmitComplete().orThrow();
    clock.dispose();
    clock = VirtualTimeScheduler.create();

    add(1);
    turn();

    assertThat(served.get(1).chunks).containsExactly(1);
    served.get(1).answerWithDone(1);
    clock.advanceTimeBy(Pipelines.IDLE.multipliedBy(2));
    turn();
    assertThat(served.get(1).isFinished).isTrue();
  }

  @Test
  void cancellingAWaitingOperationMakesRoomForAnother() {
    var narrow = over(new PipelineCapacity(1, 100));
    add(narrow, 1).get(0).subscribe().dispose();

    var next = add(narrow, 1).get(0);
    var refused = add(narrow, 1).get(0);
    turn();

    StepVerifier.create(refused).expectError(ServiceBusyException.class).verify(PATIENCE);
    assertThat(served.get(0).chunks).containsExactly(1);
    served.get(0).answerWithDone(1);
    StepVerifier.create(next).expectNext(DONE).verifyComplete();
  }

  @Test
  void waitingOperationsOfAllKindsAreCountedTogether() {
    var narrow = new PipelineCapacity(3, 100);
    var reads = over(narrow);
    var writes = over(narrow);
    add(reads, 2);
    add(writes, 1);

    var refused = add(writes, 1).get(0);
    turn();
    add(writes, 3);
    turn();

    StepVerifier.create(refused).expectError(ServiceBusyException.class).verify(PATIENCE);
    assertThat(sent()).isEqualTo(6);
  }

  @Test
  void operationsAreSingleRequestsWhenNoPipelineMayBeOpened() {
    var narrow = new PipelineCapacity(100, 1);
    var reads = over(narrow);
    var writes = over(narrow);
    add(reads, 1);
    add(writes, 1);
    turn();
    assertThat(served).hasSize(1);
    assertThat(alone).hasSize(1);

    served.get(0).answerWithDone(1);
    served.get(0).answers.tryEmitComplete().orThrow();
    add(writes, 1);
    turn();

    assertThat(served).hasSize(2);
    assertThat(alone).hasSize(1);
  }

  /** The service may never answer the finished pipeline. */
  @Test
  void noOperationWaitsForAFinishedPipelineToMakeRoom() {
    var narrow = over(new PipelineCapacity(100, 1));
    add(narrow, 1);
    turn();
    clock.advanceTimeBy(Pipelines.AGE);
    turn();
    assertThat(served.get(0).isFinished).isTrue();

    add(narrow, 1);

    assertThat(alone).hasSize(1);
  }

  @Test
  void closingFinishesPipelinesAndSendsOperationsAsSingleRequests() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);

    pipelines.close();
    turn();
    assertThat(served.get(0).isFinished).isTrue();
    served.get(0).answers.tryEmitComplete().orThrow();
    add(1);

    assertThat(alone).hasSize(1);
  }

  /** Answers arrive at once, on another thread. The test would never end if one were lost. */
  @Test
  void operationsOfManyThreadsAreAllAnswered() throws InterruptedException {
    var threads = Executors.newFixedThreadPool(4);
    var answering = Executors.newSingleThreadExecutor();
    var each = 5_000;
    var answered = new CountDownLatch(4 * each);
    var busy = new Pipelines(
        new PipelineCapacity(4 * each, 100),
        PATIENCE,
        Schedulers::parallel,
        pipeline -> pipeline
            .chunks(answering)
            .concatMap(
                chunk ->
                    Flux.range(0, chunk.readableBytes()).<Frame>map(i -> new Frame.Result(DONE)),
                1),
        gone -> {});
    try {
      for (var thread = 0; thread < 4; thread++) {
        threads.execute(() -> {
          for (var i = 0; i < each; i++) {
            var one = piped(1);
            one.outcome().subscribe(done -> answered.countDown());
            busy.add(one);
          }
        });
      }
      assertThat(answered.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      threads.shutdownNow();
      answering.shutdownNow();
    }
  }
}
