package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.client.ScriptedServer;
import io.weir.client.call.Call;
import io.weir.client.call.ConnectionGroup;
import io.weir.client.stream.StreamingRequests;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;
import reactor.util.context.Context;

/** The loop of its connection cancels a request, whichever thread asks for it. */
final class LoopCancellationTest {

  private static final int PATIENCE_SECONDS = 30;

  private final DefaultEventLoop loop = new DefaultEventLoop();
  private final LoopCancellation cancellation = new LoopCancellation();
  private final CompletableFuture<Thread> cancelledBy = new CompletableFuture<>();

  @AfterEach
  void stop() {
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void aSentRequestIsCancelledByItsLoop() throws Exception {
    cancellation.runsOn(loop);

    guarded().subscribe().dispose();

    var loopThread = loop.submit(Thread::currentThread).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(cancelledBy.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isSameAs(loopThread);
  }

  @Test
  void theLoopCancelsItsOwnRequestsAtOnce() throws Exception {
    cancellation.runsOn(loop);
    var request = guarded().subscribe();

    var isCancelled = loop.submit(() -> {
      request.dispose();
      return cancelledBy.isDone();
    });

    assertThat(isCancelled.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void anUnsentRequestIsCancelledByTheCaller() {
    guarded().subscribe().dispose();

    assertThat(cancelledBy).isCompletedWithValue(Thread.currentThread());
  }

  @Test
  void aRequestWhoseLoopHasEndedIsCancelledByTheCaller() {
    cancellation.runsOn(loop);
    var request = guarded().subscribe();
    stop();

    request.dispose();

    assertThat(cancelledBy).isCompletedWithValue(Thread.currentThread());
  }

  @Test
  void anAnswerInProgressIsCancelledByTheLoopOfItsConnection() throws Exception {
    var answering = new CompletableFuture<EventLoop>();
    try (var server = new ScriptedServer()) {
      server.then((request, response) -> response.sendHeaders().then(Mono.never()));
      var options = server.client().build();
      var transport = Transport.of(
          options.endpoints(),
          options.credential(),
          options.pool(),
          options.silenceTimeout(),
          Clock.systemUTC());
      var question = new StreamingRequests(options.endpoint().path())
          .stream(new TableName("People"), Query.ALL);

      var request = transport
          .exchange(
              question,
              (response, body) -> {
                answering.complete(((Connection) response).channel().eventLoop());
                return body.doOnCancel(() -> cancelledBy.complete(Thread.currentThread()))
                    .thenMany(Mono.<List<Boolean>>empty());
              },
              Call.under(Context.empty()),
              ConnectionGroup.MAIN)
          .subscribe();
      var connections = answering.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      var loopThread =
          connections.submit(Thread::currentThread).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      request.dispose();

      assertThat(cancelledBy.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isSameAs(loopThread);
      transport.closeLater().block(Duration.ofSeconds(PATIENCE_SECONDS));
    }
  }

  private Flux<Object> guarded() {
    return cancellation.guard(
        Flux.never().doOnCancel(() -> cancelledBy.complete(Thread.currentThread())));
  }
}
