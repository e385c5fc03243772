package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** The test plays the timer: a time in the future stands for silence until then. */
final class SilenceStageTest {

  private final Set<SilenceStage<?>> watched = new HashSet<>();
  private final TestPublisher<String> source = TestPublisher.create();
  private OutstandingAnswer outstanding = OutstandingAnswer.ANSWER;

  @Test
  void silenceFailsTheStreamWhenAnItemIsOwed() {
    StepVerifier.create(source.flux().transform(this::guarded), 1)
        .then(this::timePasses)
        .verifyError(TimeoutException.class);

    source.assertCancelled();
    assertThat(watched).isEmpty();
  }

  @Test
  void silenceIsAllowedWhenNoItemIsOwed() {
    StepVerifier.create(source.flux().transform(this::guarded), 1)
        .then(() -> source.next("a"))
        .expectNext("a")
        .then(this::timePasses)
        .thenRequest(1)
        .then(() -> source.next("b").complete())
        .expectNext("b")
        .verifyComplete();

    assertThat(watched).isEmpty();
  }

  @Test
  void silenceIsAllowedWhileTheServiceWaits() {
    outstanding = nanos -> false;
    StepVerifier.create(source.flux().transform(this::guarded), 1)
        .then(this::timePasses)
        .then(() -> outstanding = OutstandingAnswer.ANSWER)
        .then(this::timePasses)
        .verifyError(TimeoutException.class);
  }

  @Test
  void aRecentItemIsNoSilence() {
    StepVerifier.create(source.flux().transform(this::guarded), 2)
        .then(() -> source.next("a"))
        .expectNext("a")
        .then(() ->
            watched.forEach(each -> each.giveUpIfSilentSince(System.nanoTime() - 60_000_000_000L)))
        .then(() -> source.next("b").complete())
        .expectNext("b")
        .verifyComplete();
  }

  @Test
  void cancellationAndFailureEndTheWatch() {
    StepVerifier.create(source.flux().transform(this::guarded)).thenCancel().verify();
    source.assertCancelled();
    assertThat(watched).isEmpty();

    var failing = TestPublisher.<String>create();
    StepVerifier.create(failing.flux().transform(this::guarded))
        .then(() -> failing.error(new IllegalStateException("expected")))
        .verifyErrorMessage("expected");
    assertThat(watched).isEmpty();
  }

  @Test
  void aSourceMayEmitSynchronouslyDuringARequest() {
    var answersAtOnce = Flux.<String>from(subscriber -> subscriber.onSubscribe(new Subscription() {
      private int sent;

      @Override
      public void request(long n) {
        if (sent < 3) {
          subscriber.onNext("item" + ++sent);
        }
      }

      @Override
      public void cancel() {}
    }));
    var received = new ArrayList<String>();

    answersAtOnce.transform(this::guarded).subscribe(new BaseSubscriber<>() {
      @Override
      protected void hookOnSubscribe(Subscription subscription) {
        request(1);
      }

      @Override
      protected void hookOnNext(String item) {
        received.add(item);
        request(1);
      }
    });

    assertThat(received).containsExactly("item1", "item2", "item3");
  }

  private Flux<String> guarded(Flux<String> flux) {
    return flux.transform(
        Operators.<String, String>liftPublisher((publisher, downstream) -> guard(downstream)));
  }

  private CoreSubscriber<String> guard(CoreSubscriber<? super String> downstream) {
    return new SilenceStage<>(
        downstream, watched, nanos -> outstanding.isOutstandingSince(nanos), System::nanoTime);
  }

  private void timePasses() {
    Set.copyOf(watched)
        .forEach(each -> each.giveUpIfSilentSince(System.nanoTime() + 1_000_000_000L));
  }
}
