package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.Frame;
import io.weir.api.write.WriteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/** What leaves when, by pipelines that the test answers; each frame is one byte long, and the loop turns when the test says so. */
final class PipelinesTest {

  private static final Duration PATIENCE = Duration.ofMillis(2);
  private static final Duration INSTANT = Duration.ofNanos(1);
  private static final WriteResult DONE = new WriteResult(7);

  private final List<Served> served = new ArrayList<>();
  private final List<Sinks.One<WriteResult>> alone = new ArrayList<>();
  private final Queue<Runnable> loop = new ArrayDeque<>();
  private final AtomicInteger idle = new AtomicInteger();
  private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
  private final PipelineRoom room = new PipelineRoom(10_000, 100);
  private final Pipelines pipelines = over(room);

  @Test
  void theFirstOpensAPipelineAndTheNextLeaveByItInOneChunkForEachTurnOfTheLoop() {
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
  void eachIsAnsweredInItsOrderAndFailsByItself() {
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
  void aTransportThatIsFullIsGivenNothingUntilItAsks() {
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
  void onePipelineHoldsAsManyAsItMayAndTheOthersLeaveByTheNext() {
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
  void whereAllAreFullTheyWaitForAnAnswer() {
    add(Pipelines.MOST * Pipeline.MOST_UNANSWERED + 2);
    turn();
    assertThat(served).hasSize(Pipelines.MOST);
    assertThat(sent()).isEqualTo(Pipelines.MOST * Pipeline.MOST_UNANSWERED);

    served.get(2).answerWithDone(1);
    turn();

    assertThat(sent()).isEqualTo(Pipelines.MOST * Pipeline.MOST_UNANSWERED + 1);
  }

  @Test
  void aPipelineThatAnswersNothingForTooLongIsPassedBy() {
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
  void aPipelineThatFlowsAgainIsTakenAgain() {
    add(2);
    turn();
    clock.advanceTimeBy(PATIENCE);
    served.get(0).answerWithDone(1);

    add(1);
    turn();

    assertThat(served).hasSize(1);
  }

  /** A far service answers later than that, always. */
  @Test
  void whereNoneFlowsAndThereAreAsManyAsMayBeTheyLeaveAllTheSame() {
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
  void aPipelineOfNoUseIsFinishedAndTheNextOpensAnother() {
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

  /** As while it waits for its connection. */
  @Test
  void aPipelineThatIsWaitedForIsOfUse() {
    add(1);

    clock.advanceTimeBy(Pipelines.IDLE.multipliedBy(3));
    turn();

    assertThat(served).hasSize(1);
    assertThat(served.get(0).isFinished).isFalse();
    assertThat(served.get(0).chunks).containsExactly(1);
  }

  @Test
  void aPipelineIsNotFinishedBeforeItIsAnsweredHoweverLongThatTakes() {
    add(1);
    turn();

    clock.advanceTimeBy(Pipelines.AGE.minus(INSTANT));
    turn();

    assertThat(served.get(0).isFinished).isFalse();
  }

  @Test
  void anOldPipelineIsFinishedThoughItIsInUseAndWhatComesLeavesByTheNext() {
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
  void nothingIsIdleBeforeTheLastPipelineHasEnded() {
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
  void whatIsNotAnsweredWhenTheServiceEndsThePipelineLeavesAgainOnce() {
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
    StepVerifier.create(outcomes.get(2)).verifyError(Unsent.class);
  }

  @Test
  void aFailureIsThatOfAllWhoHaveLeftAndWhoWaitsLeavesByTheNext() {
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
  void aPipelineThatFailsBeforeAnythingLeftFailsAllWhoWait() {
    var outcomes = add(2);
    served.get(0).answers.tryEmitError(new IOException("test")).orThrow();

    assertThat(served).hasSize(1);
    outcomes.forEach(outcome -> StepVerifier.create(outcome).verifyError(IOException.class));
  }

  @Test
  void aPipelineThatIsRefusedHasEachGoByItselfForAWhile() {
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
  void whoGoesAloneMayLeaveAsWell() {
    var outcome = add(1).get(0).subscribe();
    turn();
    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();
    assertThat(alone.get(0).currentSubscriberCount()).isEqualTo(1);

    outcome.dispose();

    assertThat(alone.get(0).currentSubscriberCount()).isZero();
  }

  @Test
  void aRefusalBehindAnAnswerIsOfTheOneItAnswers() {
    var outcomes = add(2);
    turn();
    served.get(0).answerWithDone(1);

    served.get(0).answers.tryEmitError(new ServiceBusyException("test")).orThrow();

    assertThat(alone).isEmpty();
    StepVerifier.create(outcomes.get(1)).verifyError(ServiceBusyException.class);
  }

  @Test
  void whatIsLongGoesByItself() {
    pipelines.add(piped(Pipelines.LONGEST_FRAME_BYTES));
    assertThat(alone).isEmpty();

    pipelines.add(piped(Pipelines.LONGEST_FRAME_BYTES + 1));

    assertThat(alone).hasSize(1);
  }

  @Test
  void aChunkIsFullBeforeTheNextBegins() {
    for (var i = 0; i < 3; i++) {
      pipelines.add(piped(PipelineBody.FULL_BYTES / 2));
    }
    turn();

    assertThat(served.get(0).chunks)
        .containsExactly(PipelineBody.FULL_BYTES, PipelineBody.FULL_BYTES / 2);
  }

  @Test
  void whoLeftWhileItWaitedIsForgotten() {
    var outcomes = add(3);
    outcomes.get(1).subscribe().dispose();

    turn();

    assertThat(served.get(0).chunks).containsExactly(2);
  }

  @Test
  void aPipelineIsCutWhenTheLastWhoWaitsForItHasLeft() {
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
  void aPipelineIsNotCutUnderWhoComesAsTheLastLeaves() {
    var leaving = add(1).get(0).subscribe();
    turn();
    add(1);
    leaving.dispose();
    turn();

    assertThat(served.get(0).isCut()).isFalse();
    assertThat(served.get(0).chunks).containsExactly(1, 1);
  }

  @Test
  void anAnswerThatNobodyAskedForCutsThePipeline() {
    add(1);
    turn();
    served.get(0).answerWithDone(1);

    served.get(0).answerWithDone(1);

    assertThat(served.get(0).isCut()).isTrue();
  }

  /** As when a credential is renewed: the refused body is over, and the next one says all of it again. */
  @Test
  void aBodyThatBeginsAgainSaysAgainWhatIsNotAnswered() {
    var outcomes = add(2);
    turn();

    served.get(0).beginAgain();
    turn();
    served.get(0).answerWithDone(2);

    assertThat(served.get(0).chunks).containsExactly(2, 2);
    outcomes.forEach(outcome -> StepVerifier.create(outcome).expectNext(DONE).verifyComplete());
  }

  @Test
  void somethingIsOwedSinceTheLastAnswerAndNothingWhenAllAreAnswered() {
    add(2);
    turn();
    var sent = clock.now(TimeUnit.NANOSECONDS);
    var pipeline = served.get(0).pipeline;
    assertThat(pipeline.isOwedSince(sent)).isFalse();
    assertThat(pipeline.isOwedSince(sent + 1)).isTrue();

    clock.advanceTimeBy(INSTANT);
    served.get(0).answerWithDone(1);
    assertThat(pipeline.isOwedSince(sent + 1)).isFalse();
    assertThat(pipeline.isOwedSince(sent + 2)).isTrue();
    served.get(0).answerWithDone(1);

    assertThat(pipeline.isOwedSince(Long.MAX_VALUE)).isFalse();
  }

  @Test
  void thoseWhoWaitAreCountedInAllPlacesTogether() {
    var narrow = new PipelineRoom(3, 100);
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
  void whereTheClientHasNoRoomForAnotherPipelineEachGoesByItself() {
    var narrow = new PipelineRoom(100, 1);
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

  /** It may be one that the service never answers. */
  @Test
  void nobodyWaitsForAFinishedPipelineToMakeRoom() {
    var narrow = over(new PipelineRoom(100, 1));
    add(narrow, 1);
    turn();
    clock.advanceTimeBy(Pipelines.AGE);
    turn();
    assertThat(served.get(0).isFinished).isTrue();

    add(narrow, 1);

    assertThat(alone).hasSize(1);
  }

  @Test
  void aClosedPlaceFinishesItsPipelinesAndHasEachGoByItself() {
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

  /** Answers come at once, on a thread of their own; were one forgotten, it would wait for ever. */
  @Test
  void manyThreadsAreAllAnswered() throws InterruptedException {
    var threads = Executors.newFixedThreadPool(4);
    var answering = Executors.newSingleThreadExecutor();
    var each = 5_000;
    var answered = new CountDownLatch(4 * each);
    var busy = new Pipelines(
        new PipelineRoom(4 * each, 100),
        PATIENCE,
        Schedulers.parallel(),
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

  private Pipelines over(PipelineRoom bounds) {
    return new Pipelines(
        bounds,
        PATIENCE,
        clock,
        pipeline -> new Served(pipeline).answers(),
        gone -> idle.incrementAndGet());
  }

  private void turn() {
    for (var task = loop.poll(); task != null; task = loop.poll()) {
      task.run();
    }
  }

  private int sent() {
    return served.stream().mapToInt(Served::sent).sum();
  }

  private List<Mono<WriteResult>> add(int count) {
    return add(pipelines, count);
  }

  private List<Mono<WriteResult>> add(Pipelines place, int count) {
    var outcomes = new ArrayList<Mono<WriteResult>>();
    for (var i = 0; i < count; i++) {
      var one = piped(1);
      outcomes.add(one.outcome());
      place.add(one);
    }
    return outcomes;
  }

  private Pipelined<WriteResult> piped(int frameBytes) {
    var itself = Sinks.<WriteResult>one();
    return new Pipelined<>(
        Call.under(Context.empty()),
        new byte[frameBytes],
        Expected.RESULT,
        itself.asMono().doOnSubscribe(sent -> alone.add(itself)));
  }

  /** One pipeline as the service sees it. */
  private final class Served {

    private final Pipeline pipeline;
    private final List<Integer> chunks = new ArrayList<>();
    private Sinks.Many<Frame> answers = Sinks.many().unicast().onBackpressureBuffer();
    private BaseSubscriber<ByteBuf> body;
    private boolean isFinished;
    private boolean isLimited;

    Served(Pipeline pipeline) {
      this.pipeline = pipeline;
      served.add(this);
    }

    Flux<Frame> answers() {
      return answers.asFlux().doOnSubscribe(any -> begin());
    }

    void beginAgain() {
      body.cancel();
      begin();
    }

    /** From now on it takes what it asks for. */
    void demand(int count) {
      if (!isLimited) {
        isLimited = true;
        body.cancel();
        begin();
      }
      body.request(count);
    }

    void answerWithDone(int count) {
      for (var i = 0; i < count; i++) {
        answer(new Frame.Result(DONE));
      }
    }

    void answer(Frame frame) {
      answers.tryEmitNext(frame).orThrow();
    }

    boolean isCut() {
      return answers.currentSubscriberCount() == 0;
    }

    int sent() {
      return chunks.stream().mapToInt(bytes -> bytes).sum();
    }

    private void begin() {
      body = new BaseSubscriber<>() {
        @Override
        protected void hookOnSubscribe(Subscription subscription) {
          if (!isLimited) {
            requestUnbounded();
          }
        }

        @Override
        protected void hookOnNext(ByteBuf chunk) {
          chunks.add(chunk.readableBytes());
        }

        @Override
        protected void hookOnComplete() {
          isFinished = true;
        }
      };
      pipeline.chunks(loop::add).subscribe(body);
    }
  }
}
