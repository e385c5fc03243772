package io.weir.api.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

final class RelayStageTest {

  @Test
  void demandItemsAndTheEndPassThrough() {
    var source = TestPublisher.<String>create();

    StepVerifier.create(through(source.flux()), 1)
        .then(() -> source.assertMinRequested(1))
        .then(() -> source.next("one").complete())
        .expectNext("one")
        .verifyComplete();
  }

  @Test
  void aFailurePassesThrough() {
    StepVerifier.create(through(Flux.error(new IllegalStateException("broken"))))
        .verifyErrorMessage("broken");
  }

  @Test
  void aCancelledSubscriberCancelsThePublisher() {
    var source = TestPublisher.<String>create();

    StepVerifier.create(through(source.flux())).thenCancel().verify();

    source.assertCancelled();
  }

  @Test
  void aSecondSubscriptionIsCancelled() {
    var stage = new Plain<>(new BaseSubscriber<String>() {});
    var cancelled = new AtomicBoolean();
    stage.onSubscribe(Operators.emptySubscription());

    stage.onSubscribe(new org.reactivestreams.Subscription() {
      @Override
      public void request(long n) {}

      @Override
      public void cancel() {
        cancelled.set(true);
      }
    });

    assertThat(cancelled).isTrue();
  }

  private static <T> Flux<T> through(Flux<T> source) {
    return source
        .hide()
        .transform(
            Operators.<T, T>liftPublisher((publisher, downstream) -> new Plain<>(downstream)));
  }

  /** A stage that adds no behaviour. */
  private static final class Plain<T> extends RelayStage<T> {

    private final AtomicBoolean ended = new AtomicBoolean();

    Plain(CoreSubscriber<? super T> downstream) {
      super(downstream);
    }

    @Override
    public void onNext(T item) {
      downstream.onNext(item);
    }

    @Override
    protected boolean end() {
      return !ended.getAndSet(true);
    }
  }
}
