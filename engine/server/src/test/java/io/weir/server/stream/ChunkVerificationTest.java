package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.EventLoop;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.PublisherVerification;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * The packing of frames into chunks keeps the rules of Reactive Streams on both sides, in the turns
 * of a loop.
 */
final class ChunkVerificationTest {

  /** The TCK drops its elements, so no buffer here is pooled. */
  private static final UnpooledByteBufAllocator ALLOCATOR =
      new UnpooledByteBufAllocator(false, true);

  private static final Frame FRAME = new Frame.Item(new StreamItem.Row(Entity.builder("p", "r")
      .set("Payload", new byte[StreamChunkLength.LONGEST_BYTES])
      .build()));

  private static final EventLoop LOOP = EventLoop.start(ChunkVerificationTest::thread);

  @AfterAll
  static void close() {
    LOOP.close();
  }

  @TestFactory
  Stream<DynamicTest> chunksKeepTheRules() {
    return ReactiveStreamsTck.rules(new Chunks());
  }

  @TestFactory
  Stream<DynamicTest> theSubscriberOfFramesKeepsTheRules() {
    return ReactiveStreamsTck.rules(new Frames());
  }

  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "loop");
    thread.setDaemon(true);
    return thread;
  }

  private static Flux<ByteBuf> chunks(Flux<Frame> frames) {
    return new ChunkFlux(
        frames, FrameChunkEncoder.BINARY, ALLOCATOR, LOOP.longWork().streams(), System::nanoTime);
  }

  /** Each frame fills a chunk. */
  public static final class Chunks extends PublisherVerification<ByteBuf> {

    public Chunks() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<ByteBuf> createPublisher(long chunks) {
      return chunks(Flux.<Frame>generate(sink -> sink.next(FRAME)).take(chunks));
    }

    @Override
    public Publisher<ByteBuf> createFailedPublisher() {
      return chunks(Flux.error(new IllegalStateException("expected")));
    }
  }

  public static final class Frames extends SubscriberBlackboxVerification<Frame> {

    public Frames() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Subscriber<Frame> createSubscriber() {
      var length = new StreamChunkLength(System::nanoTime);
      return new ChunkSubscriber(
          new Reader(), FrameChunkEncoder.BINARY, ALLOCATOR, LOOP.longWork().streams(), length);
    }

    @Override
    public void triggerRequest(Subscriber<? super Frame> subscriber) {
      ((ChunkSubscriber) subscriber).request(1);
    }

    @Override
    public Frame createElement(int element) {
      return FRAME;
    }
  }

  /** Requests one chunk after another. */
  private static final class Reader extends BaseSubscriber<ByteBuf> {

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    protected void hookOnNext(ByteBuf chunk) {
      request(1);
    }

    @Override
    protected void hookOnError(Throwable failure) {}
  }
}
