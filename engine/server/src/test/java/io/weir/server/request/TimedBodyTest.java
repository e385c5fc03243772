package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.ReadTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** Time counts only while a requested chunk is outstanding. The test steps the clock. */
final class TimedBodyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration WHOLE = Duration.ofHours(1);

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final TestPublisher<ByteBuf> body = TestPublisher.create();
  private long nowNanos;

  private final TimedBody awaited =
      new TimedBody(body.flux(), channel.eventLoop(), PATIENCE, WHOLE, () -> nowNanos);

  TimedBodyTest() {
    channel.freezeTime();
  }

  @Test
  void aClientThatOwesAChunkTimesOut() {
    StepVerifier.create(awaited, 1)
        .then(() -> pass(29))
        .then(() -> assertThat(body.wasCancelled()).isFalse())
        .then(() -> pass(1))
        .expectError(ReadTimeoutException.class)
        .verify();

    body.assertCancelled();
  }

  @Test
  void withoutDemandThereIsNoTimeout() {
    StepVerifier.create(awaited, 1)
        .then(this::send)
        .expectNextCount(1)
        .then(() -> pass(1000))
        .thenRequest(1)
        .then(() -> pass(29))
        .then(this::send)
        .expectNextCount(1)
        .then(body::complete)
        .expectComplete()
        .verify();
  }

  @Test
  void eachChunkRestartsTheTimeout() {
    StepVerifier.create(awaited)
        .then(() -> {
          for (var i = 0; i < 20; i++) {
            pass(29);
            send();
          }
        })
        .expectNextCount(20)
        .then(() -> pass(30))
        .expectError(ReadTimeoutException.class)
        .verify();
  }

  @Test
  void aBodyThatTakesTooLongTimesOutAlthoughItNeverPauses() {
    StepVerifier.create(awaited)
        .then(() -> {
          for (var second = 1; second < WHOLE.toSeconds(); second++) {
            pass(1);
            send();
          }
        })
        .expectNextCount(WHOLE.toSeconds() - 1)
        .then(() -> pass(1))
        .expectError(ReadTimeoutException.class)
        .verify();

    body.assertCancelled();
  }

  @Test
  void aCancelledBodyHasNoTimer() {
    StepVerifier.create(awaited, 1).thenCancel().verify();

    body.assertCancelled();
    pass(60);
    assertThat(channel.hasPendingTasks()).isFalse();
  }

  @Test
  void aFailedBodyReportsItsOwnFailure() {
    StepVerifier.create(awaited, 2)
        .then(this::send)
        .expectNextCount(1)
        .then(() -> body.error(new ClosedChannelException()))
        .expectError(ClosedChannelException.class)
        .verify();

    pass(60);
    assertThat(channel.hasPendingTasks()).isFalse();
  }

  private void send() {
    body.next(Unpooled.EMPTY_BUFFER);
  }

  /** Passes time second by second, because each timer schedules the next. */
  private void pass(int seconds) {
    for (var second = 0; second < seconds; second++) {
      nowNanos += TimeUnit.SECONDS.toNanos(1);
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }
  }
}
