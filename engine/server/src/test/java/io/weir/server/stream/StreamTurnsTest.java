package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import io.weir.engine.loop.TurnedLoop;
import io.weir.engine.loop.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/**
 * Streams to sockets that take everything at once, so that the next chunk is requested while one is
 * being sent. Frames, compression and the socket take time on the loop's clock.
 */
final class StreamTurnsTest {

  private static final int KIB = 1024;
  private static final int MANY = 200;
  private static final long FRAME_NANOS = 3_000;
  private static final long CHUNK_NANOS = 20_000;
  private static final long GZIP_CHUNK_NANOS = 400_000;

  /** A turn, and a chunk with the frames that are read ahead for it. */
  private static final long MOST_NANOS =
      Turns.MOST_NANOS + ChunkSubscriber.MOST_FRAMES * FRAME_NANOS + CHUNK_NANOS + GZIP_CHUNK_NANOS;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final TurnedLoop loop = new TurnedLoop();
  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void everyBufferIsFree() {
    open.forEach(BaseSubscriber::cancel);
    loop.turn();
    assertThat(loop.isIdle()).isTrue();
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void aGreedyStreamYieldsItsLoopAfterATurn() {
    var socket = open(UnaryOperator.identity());

    for (var i = 0; i < 1_000; i++) {
      assertThat(loop.turn()).isPositive().isLessThanOrEqualTo(MOST_NANOS);
    }

    assertThat(socket.chunks).isGreaterThan(1_000);
  }

  @Test
  void compressionCountsAsWork() {
    var socket = open(this::compressed);

    for (var i = 0; i < 300; i++) {
      assertThat(loop.turn()).isPositive().isLessThanOrEqualTo(MOST_NANOS);
    }

    assertThat(socket.chunks).isBetween(300, 3 * 300);
  }

  @Test
  void aReadWaitsForOneTurnBeside200Streams() {
    for (var i = 0; i < MANY; i++) {
      open(i % 2 == 0 ? UnaryOperator.identity() : this::compressed);
    }
    assertThat(open).allMatch(socket -> socket.chunks == 0);

    while (open.stream().anyMatch(socket -> socket.chunks < 20)) {
      var asked = loop.nanos();
      var answered = new ArrayList<Long>();
      loop.turn();
      loop.execute(() -> answered.add(loop.nanos())); // the loop polls its sockets and finds it
      loop.turn();
      assertThat(answered.get(0) - asked).isLessThanOrEqualTo(2 * MOST_NANOS);
    }
  }

  @Test
  void streamsShareTheLoopEvenly() {
    for (var i = 0; i < MANY; i++) {
      open(UnaryOperator.identity());
    }

    for (var i = 0; i < 5 * MANY; i++) {
      loop.turn();
    }

    var most = open.stream().mapToInt(socket -> socket.chunks).max().orElseThrow();
    var least = open.stream().mapToInt(socket -> socket.chunks).min().orElseThrow();
    assertThat(least).isPositive().isGreaterThanOrEqualTo(most / 2);
  }

  @Test
  void answersDoNotWaitForStreams() {
    for (var i = 0; i < MANY; i++) {
      open(UnaryOperator.identity());
    }
    var answer = new Socket();
    new ChunkFlux(
            frames().take(5),
            FrameChunkEncoder.BINARY,
            allocator,
            loop.longWork().answers(),
            loop::nanos)
        .subscribe(answer);

    loop.turn();

    assertThat(answer.chunks).isEqualTo(1);
    assertThat(answer.ended).isTrue();
  }

  @Test
  void aStreamCancelledWhileWaitingSendsNoMoreAndHoldsNothing() {
    for (var i = 0; i < MANY; i++) {
      open(this::compressed);
    }
    IntStream.range(0, MANY / 2).forEach(i -> loop.turn());
    var sent = open.stream().map(socket -> socket.chunks).toList();

    open.forEach(BaseSubscriber::cancel);
    assertThat(allocator.metric().usedHeapMemory()).isZero();
    loop.turn();

    assertThat(loop.isIdle()).isTrue();
    assertThat(open.stream().map(socket -> socket.chunks)).isEqualTo(sent);
  }

  @Test
  void aStreamWithoutDemandTakesNoTurns() {
    var socket = new Socket();
    socket.isRead = false;
    open(UnaryOperator.identity(), socket);

    loop.turn();
    loop.turn();

    assertThat(socket.chunks).isEqualTo(1);
    assertThat(loop.isIdle()).isTrue();
  }

  private Socket open(UnaryOperator<Flux<ByteBuf>> coding) {
    return open(coding, new Socket());
  }

  private Socket open(UnaryOperator<Flux<ByteBuf>> coding, Socket socket) {
    open.add(socket);
    coding
        .apply(new ChunkFlux(
            frames(), FrameChunkEncoder.BINARY, allocator, loop.longWork().streams(), loop::nanos))
        .subscribe(socket);
    return socket;
  }

  private Flux<ByteBuf> compressed(Flux<ByteBuf> chunks) {
    return GzipChunks.of(chunks, allocator).doOnNext(chunk -> loop.work(GZIP_CHUNK_NANOS));
  }

  private Flux<Frame> frames() {
    var frame = new Frame.Item(new StreamItem.Row(
        Entity.builder("p", "r").set("Payload", new byte[KIB]).build()));
    return Flux.<Frame>generate(sink -> sink.next(frame)).doOnNext(any -> loop.work(FRAME_NANOS));
  }

  /** Takes a chunk at once and requests the next. */
  private final class Socket extends BaseSubscriber<ByteBuf> {

    private boolean isRead = true;
    private boolean ended;
    private int chunks;

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    protected void hookOnNext(ByteBuf chunk) {
      chunks++;
      chunk.release();
      loop.work(CHUNK_NANOS);
      if (isRead) {
        request(1);
      }
    }

    @Override
    protected void hookOnComplete() {
      ended = true;
    }
  }
}
