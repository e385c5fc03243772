package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/** A closing endpoint finishes the requests in progress and accepts no others. */
final class GracefulStopTest {

  private static final String PATH = "/account1/Tables";
  private static final String GET = "GET " + PATH + " HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Semaphore asked = new Semaphore(0);
  private final Sinks.One<HttpResponseStatus> outcome = Sinks.one();
  private final TestDialect endpoint = new TestDialect(ServerOptions.builder(), this::answer);
  private final FutureTask<Boolean> closing =
      new FutureTask<>(() -> endpoint.close(Duration.ofMinutes(1)), true);

  @Test
  void theRequestInProgressIsAnsweredAndTheNextConnectionRefused() throws Exception {
    try (var underWay = new RawConnection(endpoint.port())) {
      underWay.send(GET);
      awaitAsked(1);

      close();
      assertThat(closing.isDone()).isFalse();
      answerAll();

      assertThat(underWay.untilClosed()).startsWith("HTTP/1.1 202 ");
      awaitClosed();
    }
  }

  /** A client that disconnects fails only its own request. */
  @Test
  void aDisconnectedRequestEndsNeitherTheOthersNorTheShutdown() throws Exception {
    try (var underWay = new RawConnection(endpoint.port());
        var cut = new RawConnection(endpoint.port())) {
      underWay.send(GET);
      cut.send(GET);
      awaitAsked(2);

      close();
      cut.close();
      endpoint.served.take(PATIENCE);
      answerAll();

      assertThat(underWay.untilClosed()).startsWith("HTTP/1.1 202 ");
      awaitClosed();
    }
  }

  @Test
  void aStreamInProgressFinishesAndItsConnectionMayOpenNoMore() throws Exception {
    try (var client = new RawConnection(endpoint.port())) {
      client.send(Http2Frame.BEGINNING);
      client.send(Http2Frame.get(1, PATH).bytes());
      awaitAsked(1);

      close();
      assertThat(Http2Frame.await(client, Http2Frame.GOAWAY).payload().getInt()).isEqualTo(1);
      client.send(Http2Frame.get(3, PATH).bytes());
      answerAll();

      assertThat(Http2Frame.await(client, Http2Frame.HEADERS).stream()).isEqualTo(1);
      awaitClosed();
      assertThat(asked.availablePermits()).isZero();
    }
  }

  /**
   * The transport does not notice that the streams which it waits for ended with their connection.
   */
  @Test
  void aClientThatDisconnectsAfterTheGoodbyeDoesNotDelayTheShutdown() throws Exception {
    try (var client = new RawConnection(endpoint.port())) {
      client.send(Http2Frame.BEGINNING);
      client.send(Http2Frame.get(1, PATH).bytes());
      awaitAsked(1);

      close();
      Http2Frame.await(client, Http2Frame.GOAWAY);
    }

    awaitClosed();
  }

  /** A request that takes longer than the grace period is cut. */
  @Test
  void aRequestWithoutAnswerDoesNotDelayTheShutdownForever() throws Exception {
    try (var underWay = new RawConnection(endpoint.port())) {
      underWay.send(GET);
      awaitAsked(1);

      endpoint.close(PAUSE);

      assertThat(underWay.untilClosed()).isEmpty();
    }
  }

  private Publisher<Void> answer(HttpExchange exchange) {
    asked.release();
    return outcome.asMono().flatMap(status -> exchange.reply(HttpReply.of(status)));
  }

  private void awaitAsked(int requests) throws InterruptedException {
    assertThat(asked.tryAcquire(requests, PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .isTrue();
  }

  private void answerAll() {
    outcome.tryEmitValue(HttpResponseStatus.ACCEPTED).orThrow();
  }

  /** Returns when no more connections are accepted. */
  private void close() throws IOException {
    var port = endpoint.port();
    new Thread(closing, "closing").start();
    for (var attempt = 0; attempt < 500; attempt++) {
      try (var late = new RawConnection(port)) {
        if (!late.staysSilent(PAUSE)) {
          return;
        }
      } catch (IOException refused) {
        return;
      }
    }
    assertThatThrownBy(() -> new RawConnection(port).close()).isInstanceOf(IOException.class);
  }

  private void awaitClosed() throws ExecutionException, InterruptedException, TimeoutException {
    assertThat(closing.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }
}
