package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

final class ClosingClientTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofHours(1);

  private final ScriptedServer server = new ScriptedServer();
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final Sinks.Empty<Void> release = Sinks.empty();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void requestsInFlightFinishAndNewOnesAreRefused() throws Exception {
    var client = server.client().closeGrace(PATIENCE).connect();
    answerWhenReleased();
    var read = client.get(TABLE, ENTITY.key()).toFuture();
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(client.statistics().underWay()).isEqualTo(1);

    var closed = client.closeLater().materialize().toFuture();

    assertThat(closed).isNotDone();
    assertRefused(client.get(TABLE, ENTITY.key()));
    assertRefused(client.write(TABLE, new Write.Insert(ENTITY)));
    assertRefused(client.tables());
    release.tryEmitEmpty().orThrow();
    assertThat(read.get(30, TimeUnit.SECONDS)).isEqualTo(ENTITY);
    assertThat(closed.get(30, TimeUnit.SECONDS).isOnComplete()).isTrue();
    assertThat(client.statistics()).isEqualTo(new ClientStatistics(0, 1, 0));
  }

  @Test
  void unfinishedRequestsAreCutAfterTheGrace() throws Exception {
    var client = server.client().retries(0).closeGrace(GRACE).connect();
    var read = readWithoutAnAnswer(client);

    StepVerifier.withVirtualTime(client::closeLater)
        .expectSubscription()
        .expectNoEvent(GRACE.minusMillis(1))
        .then(() -> assertThat(read).isNotDone())
        .thenAwait(Duration.ofMillis(1))
        .expectComplete()
        .verify(PATIENCE);

    assertCut(read);
  }

  @Test
  void cancellingTheWaitDoesNotStopTheClosing() throws Exception {
    var client = server.client().retries(0).closeGrace(GRACE).connect();
    var read = readWithoutAnAnswer(client);
    var time = VirtualTimeScheduler.getOrSet();
    try {
      StepVerifier.create(client.closeLater()).thenCancel().verify(PATIENCE);

      time.advanceTimeBy(GRACE);

      assertCut(read);
      client.closeLater().block(PATIENCE);
    } finally {
      VirtualTimeScheduler.reset();
    }
  }

  /** The client must read the stored entity before it can answer the write in flight. */
  @Test
  void aWriteInFlightMayStillResolveItsOutcome() throws Exception {
    var client = server.client().closeGrace(PATIENCE).connect();
    server
        .then((request, response) -> {
          arrived.countDown();
          return release.asMono().then(Mono.error(new ScriptedServer.Cut()));
        })
        .thenFrames(row(7));
    var write = client.write(TABLE, new Write.Insert(ENTITY)).toFuture();
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();

    var closed = client.closeLater().materialize().toFuture();
    release.tryEmitEmpty().orThrow();

    assertThat(write.get(30, TimeUnit.SECONDS)).isEqualTo(new WriteResult(7));
    closed.get(30, TimeUnit.SECONDS);
  }

  @Test
  void anUnusedClientClosesAtOnce() {
    server.client().closeGrace(PATIENCE).connect().closeLater().block(PATIENCE);
  }

  private CompletableFuture<Signal<Entity>> readWithoutAnAnswer(WeirClient client)
      throws InterruptedException {
    answerWhenReleased();
    var read = client.get(TABLE, ENTITY.key()).materialize().toFuture();
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
    return read;
  }

  private static void assertCut(CompletableFuture<Signal<Entity>> read) throws Exception {
    assertThat(read.get(30, TimeUnit.SECONDS).getThrowable())
        .isInstanceOf(ServiceFailedException.class);
  }

  private void answerWhenReleased() {
    server.then((request, response) -> {
      arrived.countDown();
      return ScriptedServer.frames(response, 200, release.asMono().thenMany(Flux.just(row(0))));
    });
  }

  private static Frame row(long ticks) {
    return new Frame.Item(new StreamItem.Row(ENTITY.withTimestamp(ticks)));
  }

  private static void assertRefused(Publisher<?> request) {
    assertThatThrownBy(() -> Flux.from(request).blockLast(PATIENCE))
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("client=closed outcome=notSent");
  }
}
