package io.weir.client.call;

import io.weir.testkit.ReactiveStreamsTck;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The stage that enforces deadlines keeps the rules of Reactive Streams on both its sides. */
final class DeadlineVerificationTest {

  private static final DeadlineWatch WATCH = new DeadlineWatch();
  private static final Call CALL =
      Call.under(Deadline.in(Duration.ofHours(1)).putInto(Context.empty()));

  @TestFactory
  Stream<DynamicTest> timedItemsKeepTheRules() {
    return ReactiveStreamsTck.rules(new Timed());
  }

  @TestFactory
  Stream<DynamicTest> theTimingSubscriberKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Timing());
  }

  public static final class Timed extends PublisherVerification<Integer> {

    public Timed() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public long maxElementsFromPublisher() {
      return 1;
    }

    @Override
    public Publisher<Integer> createPublisher(long items) {
      return WATCH.guard(items == 0 ? Mono.empty() : Mono.fromSupplier(() -> 1), CALL);
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return WATCH.guard(Mono.error(new IllegalStateException("expected")), CALL);
    }
  }

  public static final class Timing extends SubscriberBlackboxVerification<Integer> {

    public Timing() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<Integer> createSubscriber() {
      var reader = new BaseSubscriber<Integer>() {
        @Override
        protected void hookOnError(Throwable failure) {}
      };
      return new DeadlineStage<>(reader, WATCH, CALL.deadline().atNanos().get(), CALL::late);
    }

    @Override
    public void triggerRequest(Subscriber<? super Integer> subscriber) {
      ((DeadlineStage<?>) subscriber).request(1);
    }

    @Override
    public Integer createElement(int element) {
      return element;
    }
  }
}
