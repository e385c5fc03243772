package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.Flux;

/** The reader of a body keeps the rules of Reactive Streams as a subscriber. */
final class BodyVerificationTest {

  private static final int LIMIT_BYTES = 1024;

  @TestFactory
  Stream<DynamicTest> theReaderOfABodyKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Bodies());
  }

  public static final class Bodies extends SubscriberBlackboxVerification<ByteBuf> {

    public Bodies() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<ByteBuf> createSubscriber() {
      var reader = new AtomicReference<Subscriber<? super ByteBuf>>();
      Publisher<ByteBuf> body = reader::set;
      var memory = new RequestMemory(LIMIT_BYTES).share();
      BodyReader.read(Flux.from(body), -1, LIMIT_BYTES, memory)
          .subscribe(bytes -> {}, failure -> {});
      return new Handed(reader.get());
    }

    @Override
    public ByteBuf createElement(int element) {
      return Unpooled.EMPTY_BUFFER;
    }
  }

  /** The reader with the type that the TCK expects. */
  private record Handed(Subscriber<? super ByteBuf> reader) implements Subscriber<ByteBuf> {

    @Override
    public void onSubscribe(org.reactivestreams.Subscription subscription) {
      reader.onSubscribe(subscription);
    }

    @Override
    public void onNext(ByteBuf chunk) {
      reader.onNext(chunk);
    }

    @Override
    public void onError(Throwable failure) {
      reader.onError(failure);
    }

    @Override
    public void onComplete() {
      reader.onComplete();
    }
  }
}
