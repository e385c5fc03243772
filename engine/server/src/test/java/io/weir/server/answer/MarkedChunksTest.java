package io.weir.server.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.server.answer.MarkedChunks.MarkedChunk;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;

/** The test runs the loop's tasks, and so decides their order. */
final class MarkedChunksTest {

  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final TestPublisher<ByteBuf> body = TestPublisher.create();
  private final ByteBuf first = chunk();
  private final ByteBuf second = chunk();
  private final MarkedChunks pieces = new MarkedChunks(body.flux(), tasks::add);

  @Test
  void aBodyThatEndsAtOnceIsOneChunkMarkedAsWhole() {
    StepVerifier.create(pieces, 1)
        .then(() -> body.next(first).complete())
        .expectNext(new MarkedChunk(first, true))
        .expectComplete()
        .verify();
    runTasks();

    assertHeld(1, first);
  }

  @Test
  void aFirstChunkWaitsOnlyForQueuedTasks() {
    StepVerifier.create(pieces, 1)
        .then(() -> body.next(first))
        .then(this::runTasks)
        .expectNext(new MarkedChunk(first, false))
        .then(body::complete)
        .expectComplete()
        .verify();
  }

  @Test
  void noLaterChunkIsHeld() {
    StepVerifier.create(pieces, 2)
        .then(() -> body.next(first).next(second))
        .expectNext(new MarkedChunk(first, false), new MarkedChunk(second, false))
        .then(body::complete)
        .expectComplete()
        .verify();
    runTasks();
  }

  @Test
  void anEmptyBodyHasNoChunks() {
    StepVerifier.create(pieces, 1).then(body::complete).expectComplete().verify();
  }

  @Test
  void noChunkIsRequestedAhead() {
    StepVerifier.create(pieces, 1)
        .then(() -> body.next(first))
        .then(this::runTasks)
        .expectNext(new MarkedChunk(first, false))
        .then(() -> body.assertMaxRequested(1))
        .thenCancel()
        .verify();
  }

  @Test
  void aHeldChunkIsReleasedWhenTheBodyFails() {
    StepVerifier.create(pieces, 1)
        .then(() -> body.next(first).error(new IllegalStateException("expected")))
        .expectErrorMessage("expected")
        .verify();
    runTasks();

    assertHeld(0, first);
  }

  @Test
  void aHeldChunkIsReleasedWhenTheClientDisconnects() {
    StepVerifier.create(pieces, 1).then(() -> body.next(first)).thenCancel().verify();
    runTasks();

    body.assertCancelled();
    assertHeld(0, first);
  }

  @Test
  void aClosedLoopFailsTheBody() {
    var gone = new MarkedChunks(Flux.just(first, second), task -> {
      throw new RejectedExecutionException("gone");
    });

    StepVerifier.create(gone, 2).expectErrorMessage("gone").verify();

    assertHeld(0, first);
  }

  private void runTasks() {
    while (!tasks.isEmpty()) {
      tasks.remove().run();
    }
  }

  private static void assertHeld(int references, ByteBuf chunk) {
    assertThat(chunk.refCnt()).isEqualTo(references);
  }

  private static ByteBuf chunk() {
    return Unpooled.buffer(1).writeByte(0);
  }
}
