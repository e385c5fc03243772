package io.weir.client.transport;

import io.weir.testkit.ReactiveStreamsTck;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/** The stage that watches for silence keeps the rules of Reactive Streams on both its sides. */
final class SilenceVerificationTest {

  private static final Set<SilenceStage<?>> WATCHED = ConcurrentHashMap.newKeySet();

  @TestFactory
  Stream<DynamicTest> guardedItemsKeepTheRules() {
    return ReactiveStreamsTck.rules(new Guarded());
  }

  @TestFactory
  Stream<DynamicTest> theGuardingSubscriberKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Guarding());
  }

  private static <T> Flux<T> guarded(Flux<T> items) {
    return items.transform(Operators.<T, T>liftPublisher((publisher, downstream) ->
        new SilenceStage<>(downstream, WATCHED, OutstandingAnswer.ANSWER, System::nanoTime)));
  }

  public static final class Guarded extends PublisherVerification<Integer> {

    public Guarded() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<Integer> createPublisher(long items) {
      return guarded(Flux.<Integer>generate(sink -> sink.next(1)).take(items));
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return guarded(Flux.error(new IllegalStateException("expected")));
    }
  }

  public static final class Guarding extends SubscriberBlackboxVerification<Integer> {

    public Guarding() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<Integer> createSubscriber() {
      var reader = new BaseSubscriber<Integer>() {
        @Override
        protected void hookOnError(Throwable failure) {}
      };
      return new SilenceStage<>(reader, WATCHED, OutstandingAnswer.ANSWER, System::nanoTime);
    }

    @Override
    public void triggerRequest(Subscriber<? super Integer> subscriber) {
      ((SilenceStage<?>) subscriber).request(1);
    }

    @Override
    public Integer createElement(int element) {
      return element;
    }
  }
}
