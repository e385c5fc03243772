package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.engine.loop.EventLoop;
import io.weir.engine.loop.TurnedLoop;
import io.weir.engine.loop.Turns;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

final class ChunkFluxTest {

  private static final int KIB = 1024;

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
  private final TurnedLoop loop = new TurnedLoop();
  private final List<Integer> received = new ArrayList<>();

  private long nanos;

  @AfterEach
  void everyBufferIsFree() {
    assertThat(allocator.metric().usedHeapMemory()).isZero();
  }

  @Test
  void nothingIsRequestedWithoutDemand() {
    var source = TestPublisher.<Frame>create();

    StepVerifier.create(chunks(source.flux()), 0)
        .then(source::assertWasNotRequested)
        .thenCancel()
        .verify();

    source.assertCancelled();
  }

  @Test
  void aChunkHoldsTheFramesAtHand() {
    var emitted = new AtomicLong();

    StepVerifier.create(chunks(endless(emitted)), 0)
        .thenRequest(1)
        .assertNext(chunk -> assertThat(read(chunk)).hasSizeBetween(11, 13))
        .then(() -> assertThat(emitted).hasValueLessThanOrEqualTo(11 + ChunkSubscriber.MOST_FRAMES))
        .thenRequest(2)
        .assertNext(chunk -> assertThat(read(chunk)).hasSizeBetween(11, 13))
        .assertNext(chunk -> assertThat(read(chunk)).hasSizeBetween(11, 13))
        .then(() -> assertThat(emitted).hasValueLessThanOrEqualTo(39 + ChunkSubscriber.MOST_FRAMES))
        .thenCancel()
        .verify();
  }

  @Test
  void theFirstRequestIsForTheFramesOfOneChunk() {
    var asked = new AtomicLong();

    StepVerifier.create(chunks(Flux.<Frame>never().doOnRequest(asked::addAndGet)), 1)
        .then(() -> assertThat(asked).hasValue(StreamChunkLength.SHORTEST_BYTES / 1024))
        .thenCancel()
        .verify();
  }

  @Test
  void aFastClientGetsTheFramesOfSeveralChunksRequestedTogether() {
    var asked = new ArrayList<Long>();
    var source = endless(new AtomicLong()).doOnRequest(asked::add);
    var quick = new ChunkFlux(source, FrameChunkEncoder.BINARY, allocator, Turns.ENDLESS, () -> 0);

    StepVerifier.create(quick.take(16).doOnNext(ByteBuf::release))
        .expectNextCount(16)
        .verifyComplete();

    var longest = (long) StreamChunkLength.LONGEST_BYTES / KIB;
    assertThat(asked).last(LONG).isBetween(3 * longest, 4 * longest);
  }

  @Test
  void framesAtHandDoNotWaitForLaterOnes() {
    var idleAfterThree = Flux.concat(frames(3), Flux.never());

    StepVerifier.create(chunks(idleAfterThree))
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(0, 1, 2))
        .thenCancel()
        .verify();
  }

  @Test
  void framesThatArriveInOneTurnShareAChunk() {
    var source = TestPublisher.<Frame>create();

    StepVerifier.create(inTurns(source.flux()))
        .then(this::turn)
        .then(() -> source.next(frame(0), frame(1), frame(2)))
        .then(this::turn)
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(0, 1, 2))
        .then(() -> source.next(frame(3)))
        .then(this::turn)
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(3))
        .then(source::complete)
        .then(this::turn)
        .verifyComplete();
  }

  @Test
  void theEndFollowsTheLastFrames() {
    StepVerifier.create(chunks(frames(2)))
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(0, 1))
        .verifyComplete();
    StepVerifier.create(chunks(Flux.empty())).verifyComplete();
  }

  @Test
  void anEndNeedsNoDemand() {
    StepVerifier.create(chunks(frames(1)), 1)
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(0))
        .verifyComplete();
  }

  @Test
  void aFailureFollowsTheLastFrames() {
    var failing = Flux.concat(frames(2), Flux.error(new IllegalStateException("expected")));

    StepVerifier.create(chunks(failing))
        .assertNext(chunk -> assertThat(read(chunk)).containsExactly(0, 1))
        .verifyErrorMessage("expected");
  }

  @Test
  void cancellingReachesTheSourceAndReleasesEverything() {
    var source = TestPublisher.<Frame>create();

    StepVerifier.create(inTurns(source.flux()))
        .then(() -> source.next(frame(0)))
        .thenCancel()
        .verify();
    turn();

    source.assertCancelled();
  }

  @Test
  void aFailingEncoderEndsTheChunksAndTheSource() {
    var source = TestPublisher.<Frame>create();
    ChunkEncoder failing = chunk -> {
      chunk.writeByte(1);
      throw new IllegalStateException("expected");
    };

    StepVerifier.create(new ChunkFlux(source.flux(), failing, allocator, Turns.ENDLESS, this::slow))
        .then(() -> source.next(frame(0)))
        .verifyErrorMessage("expected");

    source.assertCancelled();
  }

  @Test
  void aSourceThatExceedsItsDemandIsStopped() {
    var source = TestPublisher.<Frame>createNoncompliant(
        TestPublisher.Violation.REQUEST_OVERFLOW, TestPublisher.Violation.CLEANUP_ON_TERMINATE);

    StepVerifier.create(inTurns(source.flux()), 0)
        .then(() -> IntStream.range(0, 1000).forEach(i -> source.next(frame(i))))
        .thenRequest(Long.MAX_VALUE)
        .then(this::turn)
        .thenConsumeWhile(chunk -> !read(chunk).isEmpty())
        .verifyError(IllegalStateException.class);
  }

  @Test
  void fewLargeFramesAreRequested() {
    var requests = new ArrayList<Long>();
    var large = Flux.range(0, 20).map(i -> frame(i, 64 * KIB)).doOnRequest(requests::add);

    StepVerifier.create(chunks(large), 0)
        .thenRequest(20)
        .thenConsumeWhile(chunk -> read(chunk).size() == 1)
        .verifyComplete();

    assertThat(requests.get(0)).isEqualTo(12);
    assertThat(requests.subList(1, requests.size())).containsOnly(1L);
  }

  @Test
  void aFastClientGetsLongChunks() {
    var quick = new ChunkFlux(
        endless(new AtomicLong()), FrameChunkEncoder.BINARY, allocator, Turns.ENDLESS, () -> 0);

    StepVerifier.create(quick.map(ChunkFluxTest::read).map(List::size), 4)
        .assertNext(entities -> assertThat(entities).isBetween(11, 13))
        .assertNext(entities -> assertThat(entities).isBetween(22, 25))
        .assertNext(entities -> assertThat(entities).isBetween(45, 49))
        .assertNext(entities -> assertThat(entities).isBetween(45, 49))
        .thenCancel()
        .verify();
  }

  @Test
  void orderHoldsAcrossThreads() {
    var count = 20_000;
    var elsewhere = frames(count).publishOn(Schedulers.parallel(), 16);
    var oneThread = EventLoop.start(Thread::new);
    var turns = oneThread.longWork().streams();

    StepVerifier.create(
            new ChunkFlux(elsewhere, FrameChunkEncoder.BINARY, allocator, turns, this::slow)
                .publishOn(Schedulers.parallel(), 2)
                .doOnNext(chunk -> received.addAll(read(chunk)))
                .then())
        .verifyComplete();

    oneThread.close();
    assertThat(received).isEqualTo(IntStream.range(0, count).boxed().toList());
  }

  /** The clock of a slow client. */
  private long slow() {
    nanos += 1_000_000_000;
    return nanos;
  }

  private Flux<ByteBuf> chunks(Flux<Frame> frames) {
    return new ChunkFlux(frames, FrameChunkEncoder.BINARY, allocator, Turns.ENDLESS, this::slow);
  }

  private Flux<ByteBuf> inTurns(Flux<Frame> frames) {
    var turns = loop.longWork().streams();
    return new ChunkFlux(frames, FrameChunkEncoder.BINARY, allocator, turns, this::slow);
  }

  private void turn() {
    while (!loop.isIdle()) {
      loop.turn();
    }
  }

  private static Flux<Frame> frames(int count) {
    return Flux.range(0, count).map(ChunkFluxTest::frame);
  }

  private static Flux<Frame> endless(AtomicLong emitted) {
    return Flux.<Frame>generate(sink -> sink.next(frame((int) emitted.getAndIncrement(), KIB)));
  }

  private static Frame frame(int number) {
    return frame(number, 10);
  }

  private static Frame frame(int number, int bytes) {
    return new Frame.Item(new StreamItem.Row(Entity.builder("p", Integer.toString(number))
        .set("N", number)
        .set("Payload", new byte[bytes])
        .build()));
  }

  /** Returns the numbers of the frames in the chunk and releases it. */
  private static List<Integer> read(ByteBuf chunk) {
    var numbers = new ArrayList<Integer>();
    var decoder = FrameDecoder.checked();
    decoder.feed(chunk.nioBuffer());
    for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
      var row = (StreamItem.Row) ((Frame.Item) frame).item();
      numbers.add(row.entity().getInt32("N").orElseThrow());
    }
    chunk.release();
    return numbers;
  }
}
