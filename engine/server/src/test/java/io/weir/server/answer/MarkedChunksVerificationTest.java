package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/** Marked chunks keep the rules of Reactive Streams. */
final class MarkedChunksVerificationTest {

  @TestFactory
  Stream<DynamicTest> piecesKeepTheRules() {
    return ReactiveStreamsTck.rules(new Marked());
  }

  public static final class Marked extends PublisherVerification<MarkedChunks.MarkedChunk> {

    public Marked() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<MarkedChunks.MarkedChunk> createPublisher(long chunks) {
      return new MarkedChunks(
          Flux.<ByteBuf>generate(sink -> sink.next(Unpooled.EMPTY_BUFFER)).take(chunks),
          Runnable::run);
    }

    @Override
    public Publisher<MarkedChunks.MarkedChunk> createFailedPublisher() {
      return new MarkedChunks(Flux.error(new IllegalStateException("expected")), Runnable::run);
    }
  }
}
