package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.weir.testkit.ReactiveStreamsTck;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** A timed body keeps the rules of Reactive Streams. */
final class TimedBodyVerificationTest {

  @TestFactory
  Stream<DynamicTest> chunksKeepTheRules() {
    return ReactiveStreamsTck.rules(new Chunks());
  }

  public static final class Chunks extends PublisherVerification<ByteBuf> {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    public Chunks() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<ByteBuf> createPublisher(long chunks) {
      return awaited(
          Flux.<ByteBuf>generate(sink -> sink.next(Unpooled.EMPTY_BUFFER)).take(chunks));
    }

    @Override
    public Publisher<ByteBuf> createFailedPublisher() {
      return awaited(Flux.error(new IllegalStateException("expected")));
    }

    private Publisher<ByteBuf> awaited(Flux<ByteBuf> body) {
      return new TimedBody(
          body,
          channel.eventLoop(),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          System::nanoTime);
    }
  }
}
