package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/** The reader of a body's lines keeps the rules of Reactive Streams on both sides. */
final class LinesVerificationTest {

  private static final int LINE_BYTES = 40;

  @TestFactory
  Stream<DynamicTest> linesOfABodyKeepTheRules() {
    return ReactiveStreamsTck.rules(new Lines());
  }

  @TestFactory
  Stream<DynamicTest> theReaderOfABodyKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Bodies());
  }

  private static ByteBuf chunk() {
    return Unpooled.wrappedBuffer(new byte[LINE_BYTES]);
  }

  /** Two lines in each chunk, so that a line may be available without demand. */
  public static final class Lines extends PublisherVerification<Integer> {

    public Lines() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<Integer> createPublisher(long lines) {
      var pairs =
          Flux.<ByteBuf>generate(sink -> sink.next(Unpooled.wrappedBuffer(chunk(), chunk())));
      var last = lines % 2 == 0 ? Flux.<ByteBuf>empty() : Flux.defer(() -> Flux.just(chunk()));
      return lines(pairs.take(lines / 2).concatWith(last));
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
      return lines(Flux.error(new IllegalStateException("expected")));
    }

    private static Publisher<Integer> lines(Flux<ByteBuf> chunks) {
      return new BodyLines<>(chunks, () -> new FixedLines(LINE_BYTES), memory(), Runnable::run);
    }
  }

  private static RequestMemory.Share memory() {
    return new RequestMemory(4 * UploadWindows.WINDOW_BYTES).share();
  }

  public static final class Bodies extends SubscriberBlackboxVerification<ByteBuf> {

    public Bodies() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<ByteBuf> createSubscriber() {
      var reader = new BaseSubscriber<Integer>() {
        @Override
        protected void hookOnError(Throwable failure) {}
      };
      return new BodyLinesSubscriber<>(
          reader, new FixedLines(LINE_BYTES), new LinesInFlight(memory()), Runnable::run);
    }

    @Override
    public void triggerRequest(Subscriber<? super ByteBuf> subscriber) {
      ((BodyLinesSubscriber<?>) subscriber).request(1);
    }

    @Override
    public ByteBuf createElement(int element) {
      return chunk();
    }
  }
}
