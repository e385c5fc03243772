package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Sinks;

/** An endpoint that closes finishes what is under way, and takes nothing new. */
final class GracefulStopTest {

  private static final String GET = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final Sinks.One<HttpResponseStatus> outcome = Sinks.one();

  @Test
  void theRequestUnderWayIsAnsweredAndTheNextConnectionRefused() throws Exception {
    var endpoint = new TestDialect(ServerOptions.builder(), this::answer);
    var port = endpoint.port();
    var closing = new FutureTask<>(() -> endpoint.close(Duration.ofMinutes(1)), true);
    try (var underWay = new RawConnection(port)) {
      underWay.send(GET);
      assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();

      new Thread(closing, "closing").start();
      awaitRefusal(port);
      assertThat(closing.isDone()).isFalse();
      outcome.tryEmitValue(HttpResponseStatus.ACCEPTED).orThrow();

      assertThat(underWay.untilClosed()).startsWith("HTTP/1.1 202 ");
      assertThat(closing.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private Publisher<Void> answer(Exchange exchange) {
    asked.countDown();
    return outcome.asMono().flatMap(status -> exchange.reply(Reply.of(status)));
  }

  private static void awaitRefusal(int port) throws IOException {
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
}
