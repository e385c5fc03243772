package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.WriteResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.util.context.Context;

/** What leaves when, over requests that the test answers; each frame is one byte long. */
final class GathererTest {

  private static final Duration PATIENCE = Duration.ofMillis(2);
  private static final WriteResult DONE = new WriteResult(7);

  private final List<Sinks.Many<Frame>> requests = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final List<Sinks.One<WriteResult>> alone = new ArrayList<>();
  private final AtomicInteger idle = new AtomicInteger();
  private final VirtualTimeScheduler clock = VirtualTimeScheduler.create();
  private final Gatherer gatherer = new Gatherer(
      new WaitingRoom(100), PATIENCE, clock, this::send, gone -> idle.incrementAndGet());

  @Test
  void theFirstGoByThemselvesAtOnce() {
    add(Gatherer.UNDER_WAY);

    assertThat(alone).hasSize(Gatherer.UNDER_WAY);
    assertThat(requests).isEmpty();
  }

  @Test
  void whatComesMeanwhileLeavesWhenOneIsAnswered() {
    var outcomes = add(Gatherer.UNDER_WAY + 5);
    assertThat(requests).isEmpty();

    alone.get(0).tryEmitValue(DONE).orThrow();

    assertThat(sizes).containsExactly(5);
    assertThat(outcomes.get(0).block()).isEqualTo(DONE);
  }

  @Test
  void whatHasWaitedForLongEnoughLeavesWithAllThatWaits() {
    add(Gatherer.UNDER_WAY + 2);
    clock.advanceTimeBy(PATIENCE.minusNanos(1));
    add(1);
    assertThat(sizes).isEmpty();

    clock.advanceTimeBy(Duration.ofNanos(1));

    assertThat(sizes).containsExactly(3);
  }

  @Test
  void whoComesBehindThatWaitsAnew() {
    add(Gatherer.UNDER_WAY + 2);
    clock.advanceTimeBy(PATIENCE);
    add(3);
    clock.advanceTimeBy(PATIENCE.minusNanos(1));
    assertThat(sizes).containsExactly(2);

    clock.advanceTimeBy(Duration.ofNanos(1));

    assertThat(sizes).containsExactly(2, 3);
  }

  @Test
  void thePatienceOfWhoHasLeftIsNotThatOfWhoComesBehind() {
    add(Gatherer.UNDER_WAY + 1);
    clock.advanceTimeBy(PATIENCE.dividedBy(2));
    alone.get(0).tryEmitValue(DONE).orThrow();
    add(3);

    clock.advanceTimeBy(PATIENCE.minusNanos(1));
    assertThat(sizes).isEmpty();
    clock.advanceTimeBy(Duration.ofNanos(1));

    assertThat(alone).hasSize(Gatherer.UNDER_WAY + 1);
    assertThat(sizes).containsExactly(3);
  }

  @Test
  void allThatHaveWaitedForLongEnoughLeaveInAsManyRequestsAsItTakes() {
    var spacious = new Gatherer(new WaitingRoom(1000), PATIENCE, clock, this::send, gone -> {});
    add(spacious, Gatherer.UNDER_WAY + Dialect.MOST_PARTS + 2);

    clock.advanceTimeBy(PATIENCE);

    assertThat(sizes).containsExactly(Dialect.MOST_PARTS, 2);
  }

  @Test
  void nothingIsIdleBeforeTheLastIsAnswered() {
    add(Gatherer.UNDER_WAY + 2);
    alone.get(0).tryEmitValue(DONE).orThrow();
    alone.get(1).tryEmitError(new IOException("test")).orThrow();
    assertThat(idle).hasValue(0);

    requests.get(0).tryEmitComplete().orThrow();

    assertThat(idle).hasValue(1);
  }

  @Test
  void whoComesAfterItWasIdleIsWelcome() {
    add(1);
    alone.get(0).tryEmitValue(DONE).orThrow();
    assertThat(idle).hasValue(1);

    add(1);

    assertThat(alone).hasSize(2);
  }

  @Test
  void aRequestWhoseLastMemberLeftMakesRoomForTheNext() {
    var outcomes = add(Gatherer.UNDER_WAY);
    var leaving = new ArrayList<Disposable>();
    outcomes.forEach(outcome -> leaving.add(outcome.subscribe()));
    add(3);

    leaving.get(0).dispose();

    assertThat(sizes).containsExactly(3);
  }

  @Test
  void aRequestOfSeveralIsCancelledByTheLastOfThem() {
    var outcomes = add(Gatherer.UNDER_WAY + 3);
    var members = outcomes.subList(Gatherer.UNDER_WAY, outcomes.size()).stream()
        .map(Mono::subscribe)
        .toList();
    alone.get(0).tryEmitValue(DONE).orThrow();
    add(4);

    members.get(2).dispose();
    members.get(0).dispose();
    assertThat(requests.get(0).currentSubscriberCount()).isEqualTo(1);
    members.get(1).dispose();

    assertThat(requests.get(0).currentSubscriberCount()).isZero();
    assertThat(sizes).containsExactly(3, 4);
  }

  @Test
  void whoLeftWhileItWaitedIsForgotten() {
    var outcomes = add(Gatherer.UNDER_WAY + 3);
    outcomes.get(Gatherer.UNDER_WAY).subscribe().dispose();

    alone.get(0).tryEmitValue(DONE).orThrow();

    assertThat(sizes).containsExactly(2);
  }

  @Test
  void aFailureOfARequestIsThatOfAllWhoWereNotAnswered() {
    var outcomes = add(Gatherer.UNDER_WAY + 2);
    alone.get(0).tryEmitValue(DONE).orThrow();

    requests.get(0).tryEmitNext(new Frame.Result(DONE)).orThrow();
    requests.get(0).tryEmitError(new IOException("test")).orThrow();

    assertThat(outcomes.get(Gatherer.UNDER_WAY).block()).isEqualTo(DONE);
    StepVerifier.create(outcomes.get(Gatherer.UNDER_WAY + 1)).verifyError(IOException.class);
  }

  @Test
  void aRequestThatCannotBeMadeFailsThoseInItAndHoldsNobodyUp() {
    var picky = new Gatherer(
        new WaitingRoom(100),
        PATIENCE,
        clock,
        (call, frames) -> {
          throw new IllegalArgumentException("test");
        },
        gone -> {});
    add(picky, Gatherer.UNDER_WAY);
    var refused = add(picky, 2);
    alone.get(0).tryEmitValue(DONE).orThrow();

    for (var member : refused) {
      StepVerifier.create(member).expectErrorMessage("test").verify(PATIENCE);
    }
    add(picky, 1);
    assertThat(alone).hasSize(Gatherer.UNDER_WAY + 1);
  }

  @Test
  void thoseWhoWaitAreCountedInAllPlacesTogether() {
    var room = new WaitingRoom(3);
    var reads = new Gatherer(room, PATIENCE, clock, this::send, gone -> {});
    var writes = new Gatherer(room, PATIENCE, clock, this::send, gone -> {});
    add(reads, Gatherer.UNDER_WAY + 2);
    add(writes, Gatherer.UNDER_WAY + 1);

    var refused = add(writes, 1).get(0);
    alone.get(0).tryEmitValue(DONE).orThrow();
    add(writes, 2);
    alone.get(Gatherer.UNDER_WAY).tryEmitValue(DONE).orThrow();

    StepVerifier.create(refused).expectError(ServiceBusyException.class).verify(PATIENCE);
    assertThat(sizes).containsExactly(2, 3);
  }

  /** Answers come at once, on threads of their own; were one forgotten, it would wait for ever. */
  @Test
  void manyThreadsAreAllAnswered() throws InterruptedException {
    var threads = Executors.newFixedThreadPool(4);
    var answering = Executors.newSingleThreadExecutor();
    var each = 5_000;
    var answered = new CountDownLatch(4 * each);
    var busy = new Gatherer(
        new WaitingRoom(4 * each),
        PATIENCE,
        Schedulers.parallel(),
        (call, frames) -> Flux.range(0, frames.length)
            .<Frame>map(i -> new Frame.Result(DONE))
            .subscribeOn(Schedulers.fromExecutor(answering)),
        gone -> {});
    try {
      for (var thread = 0; thread < 4; thread++) {
        threads.execute(() -> {
          for (var i = 0; i < each; i++) {
            var one = gathered(
                Mono.fromSupplier(() -> DONE).subscribeOn(Schedulers.fromExecutor(answering)));
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

  private List<Mono<WriteResult>> add(int count) {
    return add(gatherer, count);
  }

  private List<Mono<WriteResult>> add(Gatherer gatherer, int count) {
    var outcomes = new ArrayList<Mono<WriteResult>>();
    for (var i = 0; i < count; i++) {
      var itself = Sinks.<WriteResult>one();
      var one = gathered(itself.asMono().doOnSubscribe(sent -> alone.add(itself)));
      gatherer.add(one);
      outcomes.add(one.outcome());
    }
    return outcomes;
  }

  private static Gathered<WriteResult> gathered(Mono<WriteResult> alone) {
    return new Gathered<>(Call.under(Context.empty()), new byte[1], Expected.RESULT, alone);
  }

  private Flux<Frame> send(Call call, byte[] frames) {
    var answer = Sinks.many().unicast().<Frame>onBackpressureBuffer();
    requests.add(answer);
    sizes.add(frames.length);
    return answer.asFlux();
  }
}
