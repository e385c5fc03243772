package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.weir.testkit.ReactiveStreamsTck;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** A rate of 1,000 bytes per second, on a clock that the test steps. */
final class RateLimitedChunksTest {

  private static final int BYTES_PER_SECOND = 1000;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final TestPublisher<ByteBuf> chunks = TestPublisher.create();
  private long nowNanos;

  private final Flux<ByteBuf> paced =
      new RateLimitedChunks(chunks.flux(), BYTES_PER_SECOND, channel.eventLoop(), () -> nowNanos);

  RateLimitedChunksTest() {
    channel.freezeTime();
  }

  @Test
  void theNextChunkIsRequestedWhenTheTimeOfTheLastHasPassed() {
    StepVerifier.create(paced, 10)
        .then(() -> chunks.assertMinRequested(1).assertMaxRequested(1))
        .then(() -> send(500))
        .expectNextCount(1)
        .then(() -> pass(499))
        .then(() -> chunks.assertMaxRequested(0))
        .then(() -> pass(1))
        .then(() -> chunks.assertMinRequested(1))
        .then(() -> send(2000))
        .expectNextCount(1)
        .then(() -> pass(1999))
        .then(() -> chunks.assertMaxRequested(0))
        .then(() -> pass(1))
        .then(() -> chunks.assertMinRequested(1))
        .then(chunks::complete)
        .expectComplete()
        .verify();
  }

  @Test
  void nothingIsRequestedWithoutDemand() {
    StepVerifier.create(paced, 0)
        .then(() -> pass(5000))
        .then(() -> chunks.assertMaxRequested(0))
        .thenRequest(1)
        .then(() -> send(100))
        .expectNextCount(1)
        .then(() -> pass(5000))
        .then(() -> chunks.assertMaxRequested(0))
        .thenCancel()
        .verify();
  }

  @Test
  void aPauseIsNotMadeUpFor() {
    StepVerifier.create(paced, 10)
        .then(() -> pass(60_000))
        .then(() -> send(1000))
        .expectNextCount(1)
        .then(() -> pass(999))
        .then(() -> chunks.assertMaxRequested(0))
        .thenCancel()
        .verify();
  }

  @Test
  void afterCancellationNothingIsRequested() {
    StepVerifier.create(paced, 10)
        .then(() -> send(1000))
        .expectNextCount(1)
        .thenCancel()
        .verify();
    pass(1000);

    chunks.assertCancelled().assertMaxRequested(0);
    assertThat(channel.hasPendingTasks()).isFalse();
  }

  @Test
  void aFailurePassesAtOnce() {
    StepVerifier.create(paced, 10)
        .then(() -> send(1000))
        .expectNextCount(1)
        .then(() -> chunks.error(new IllegalStateException("expected")))
        .verifyErrorMessage("expected");
  }

  @TestFactory
  Stream<DynamicTest> chunksKeepTheRules() {
    return ReactiveStreamsTck.rules(new Chunks());
  }

  private void send(int bytes) {
    chunks.next(Unpooled.wrappedBuffer(new byte[bytes]));
  }

  private void pass(int millis) {
    nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
  }

  /** The clock stands still, and an empty chunk takes no time. */
  public static final class Chunks extends PublisherVerification<ByteBuf> {

    private final EmbeddedChannel channel = new EmbeddedChannel();

    public Chunks() {
      super(ReactiveStreamsTck.environment());
    }

    @Override
    public Publisher<ByteBuf> createPublisher(long count) {
      var source =
          Flux.<ByteBuf>generate(sink -> sink.next(Unpooled.EMPTY_BUFFER)).take(count);
      return new RateLimitedChunks(source, BYTES_PER_SECOND, channel.eventLoop(), () -> 0);
    }

    @Override
    public Publisher<ByteBuf> createFailedPublisher() {
      var source = Flux.<ByteBuf>error(new IllegalStateException("expected"));
      return new RateLimitedChunks(source, BYTES_PER_SECOND, channel.eventLoop(), () -> 0);
    }
  }
}
