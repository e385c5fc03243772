package io.weir.api.follow;

import static io.weir.api.follow.Items.checkpoint;
import static io.weir.api.follow.Items.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.FeedItem;
import io.weir.api.FeedStart;
import io.weir.api.error.ChangesLostException;
import io.weir.api.error.ServiceBusyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The order of applying, passing and reading on; failures, losses, the end and demand. */
final class FeedCursorTest {

  private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
  private final List<String> log = new ArrayList<>();
  private FeedStart place = FeedStart.BEGINNING;

  private final class Noted implements FeedPlace {

    @Override
    public Mono<FeedStart> from() {
      return Mono.fromCallable(() -> place);
    }

    @Override
    public Mono<Void> passed(FeedChunk chunk) {
      return Mono.fromRunnable(() -> {
        log.add("passed " + chunk.place());
        place = FeedStart.after(chunk.place());
      });
    }
  }

  @AfterEach
  void disposeTime() {
    time.dispose();
  }

  private static FeedCursor items(Function<FeedStart, Flux<FeedItem>> feed) {
    return FeedCursor.over(feed, ChunkBoundary.ITEMS);
  }

  private Mono<String> apply(FeedChunk chunk) {
    return Mono.fromCallable(() -> {
      log.add("applied " + chunk.place());
      return chunk.place().text();
    });
  }

  private Patience patience() {
    return new Patience(
        Duration.ofSeconds(1),
        Duration.ofSeconds(4),
        () -> 0.5,
        time,
        failure -> log.add("failed"));
  }

  private static ServiceBusyException busy() {
    return new ServiceBusyException("reason=test");
  }

  @Test
  void passesEachChunkBeforeItAppliesTheNextOne() {
    StepVerifier.create(
            items(from -> Flux.just(checkpoint(1), checkpoint(2))).follow(new Noted(), this::apply))
        .expectNext("t1", "t2")
        .verifyComplete();

    assertThat(log).containsExactly("applied t1", "passed t1", "applied t2", "passed t2");
  }

  @Test
  void asksTheFeedForMoreWhenAChunkIsPassedAndItsResultRequested() {
    var feed = TestPublisher.<FeedItem>create();
    StepVerifier.create(items(from -> feed.flux()).follow(new Noted(), this::apply), 0)
        .then(() -> feed.assertMaxRequested(1))
        .thenRequest(1)
        .then(() -> feed.next(checkpoint(1)))
        .expectNext("t1")
        .then(() -> assertThat(log).containsExactly("applied t1", "passed t1"))
        .then(() -> feed.next(checkpoint(2)))
        .then(() -> assertThat(log).doesNotContain("applied t2"))
        .thenRequest(1)
        .expectNext("t2")
        .thenCancel()
        .verify();
    feed.assertCancelled();
  }

  @Test
  void aChunkWithoutAResultIsPassedToo() {
    StepVerifier.create(items(from -> Flux.just(checkpoint(1), checkpoint(2)))
            .follow(new Noted(), chunk -> Mono.empty()))
        .verifyComplete();

    assertThat(log).containsExactly("passed t1", "passed t2");
  }

  @Test
  void aChunkThatFailsIsNotPassedAndIsReadAgainAfterThePause() {
    var starts = new ArrayList<FeedStart>();
    var failures = new ArrayList<>(List.of(busy(), busy()));
    StepVerifier.create(items(from -> {
              starts.add(from);
              var all = Flux.<FeedItem>just(checkpoint(1), checkpoint(2));
              return from.equals(FeedStart.BEGINNING) ? all : all.skip(1);
            })
            .with(patience())
            .follow(
                new Noted(),
                chunk -> chunk.place().equals(Items.token(2)) && !failures.isEmpty()
                    ? Mono.error(failures.remove(0))
                    : apply(chunk)))
        .expectNext("t1")
        .then(() -> time.advanceTimeBy(Duration.ofMillis(999)))
        .then(() -> assertThat(starts).hasSize(1))
        .then(() -> time.advanceTimeBy(Duration.ofMillis(1)))
        .then(() -> assertThat(starts).hasSize(2))
        .then(() -> time.advanceTimeBy(Duration.ofSeconds(2)))
        .expectNext("t2")
        .verifyComplete();

    assertThat(starts)
        .containsExactly(
            FeedStart.BEGINNING, FeedStart.after(Items.token(1)), FeedStart.after(Items.token(1)));
    assertThat(log)
        .containsExactly("applied t1", "passed t1", "failed", "failed", "applied t2", "passed t2");
  }

  @Test
  void pausesBeginAnewAfterAChunkWithoutAResult() {
    var attempts = new ArrayList<Long>();
    StepVerifier.create(items(from -> {
              attempts.add(time.now(TimeUnit.SECONDS));
              return attempts.size() == 4
                  ? Flux.empty()
                  : Flux.<FeedItem>just(checkpoint(1)).concatWith(Flux.error(busy()));
            })
            .with(patience())
            .follow(new Noted(), chunk -> Mono.empty()))
        .then(() -> time.advanceTimeBy(Duration.ofSeconds(3)))
        .verifyComplete();

    assertThat(attempts).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void aFailureThatMayNotPassEndsTheCursor() {
    StepVerifier.create(items(from -> Flux.error(new IllegalStateException("broken")))
            .with(patience())
            .follow(new Noted(), this::apply))
        .verifyErrorMessage("broken");
    StepVerifier.create(items(from -> Flux.error(busy())).follow(new Noted(), this::apply))
        .verifyError(ServiceBusyException.class);
    assertThat(log).isEmpty();
  }

  @Test
  void aFeedThatFailsLetsTheBegunChunkEnd() {
    var feed = TestPublisher.<FeedItem>create();
    var gate = Sinks.<Void>empty();
    StepVerifier.create(items(from -> feed.flux())
            .follow(new Noted(), chunk -> gate.asMono().then(apply(chunk))))
        .then(() -> feed.next(checkpoint(1)))
        .then(() -> feed.error(busy()))
        .then(gate::tryEmitEmpty)
        .expectNext("t1")
        .verifyError(ServiceBusyException.class);

    assertThat(log).containsExactly("applied t1", "passed t1");
  }

  @Test
  void theEndLetsTheBegunChunkEndAndLeavesOutOneThatIsNotWhole() {
    var feed = TestPublisher.<FeedItem>create();
    var gate = Sinks.<Void>empty();
    var end = Sinks.<Void>empty();
    StepVerifier.create(FeedCursor.over(from -> feed.flux(), ChunkBoundary.BATCHES)
            .until(end.asMono())
            .follow(new Noted(), chunk -> gate.asMono().then(apply(chunk))))
        .then(() -> feed.next(stored(1, 1, "a"), checkpoint(2)))
        .then(end::tryEmitEmpty)
        .then(gate::tryEmitEmpty)
        .expectNext("t1")
        .verifyComplete();

    feed.assertCancelled();
    assertThat(log).containsExactly("applied t1", "passed t1");
  }

  @Test
  void cancellingStopsTheBegunChunkBeforeItsPlace() {
    var cancelled = new ArrayList<String>();
    items(from -> Flux.just(checkpoint(1)))
        .follow(new Noted(), chunk -> Mono.never().doOnCancel(() -> cancelled.add("cancelled")))
        .subscribe()
        .dispose();

    assertThat(cancelled).hasSize(1);
    assertThat(log).isEmpty();
  }

  @Test
  void aLossFailsUnlessThePlaceSaysWhereToGoOn() {
    StepVerifier.create(items(from -> Flux.error(new ChangesLostException("reason=test")))
            .with(patience())
            .follow(new Noted(), this::apply))
        .verifyError(ChangesLostException.class);

    place = FeedStart.after(Items.token(7));
    var restarting = new FeedPlace() {
      @Override
      public Mono<FeedStart> from() {
        return Mono.fromCallable(() -> place);
      }

      @Override
      public Mono<Void> lost(ChangesLostException lost) {
        return Mono.fromRunnable(() -> place = FeedStart.BEGINNING);
      }
    };
    StepVerifier.create(items(from -> from.equals(FeedStart.BEGINNING)
                ? Flux.just(checkpoint(1))
                : Flux.error(new ChangesLostException("reason=test")))
            .follow(restarting, this::apply))
        .expectNext("t1")
        .verifyComplete();
  }

  @Test
  void aPlaceThatFailsLeavesTheChunkUnpassed() {
    FeedPlace failing = new FeedPlace() {
      @Override
      public Mono<FeedStart> from() {
        return Mono.just(FeedStart.BEGINNING);
      }

      @Override
      public Mono<Void> passed(FeedChunk chunk) {
        return Mono.error(new IllegalStateException("disk is full"));
      }
    };
    StepVerifier.create(
            items(from -> Flux.just(checkpoint(1), checkpoint(2))).follow(failing, this::apply))
        .verifyErrorMessage("disk is full");

    assertThat(log).containsExactly("applied t1");
  }
}
