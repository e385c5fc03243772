package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.RequestListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** A loop with more requests than it can serve in a turn refuses the rest at their heads. */
final class BusyLoopTest {

  private static final int CONNECTIONS = 60;
  private static final String BODY = "x".repeat(1000);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicLong stepNanos = new AtomicLong();
  private final AtomicBoolean released = new AtomicBoolean();
  private final AtomicLong turned = new AtomicLong();
  private final Semaphore held = new Semaphore(0);
  private final List<RawConnection> connections = new ArrayList<>();
  private final TestDialect endpoint =
      new TestDialect(ServerOptions.builder(), this::answer, nanos::get);

  @AfterEach
  void close() throws IOException {
    for (var connection : connections) {
      connection.close();
    }
    endpoint.close();
  }

  @Test
  void aRequestInALongTurnIsRefusedBeforeItsBodyIsRead() throws Exception {
    crowd("/account1/Tables");

    var answers = new ArrayList<RequestListener.Served>();
    for (var i = 0; i < CONNECTIONS; i++) {
      answers.add(endpoint.served.take(PATIENCE));
    }

    var refused = answers.stream().filter(one -> one.status() == 503).toList();
    assertThat(refused).as("all but the one that held, and the least").hasSize(CONNECTIONS - 17);
    assertThat(refused).allMatch(one -> one.bytesIn() == 0);
    assertThat(answers)
        .filteredOn(one -> one.status() == 202)
        .allMatch(one -> one.bytesIn() == 1000);
  }

  @Test
  void aRefusalHasARetryAfterAndKeepsTheConnection() throws Exception {
    crowd("/account1/Tables");
    var refused = 0;
    for (var connection : connections) {
      var answer = connection.answer();
      if (answer.startsWith("HTTP/1.1 503 ")) {
        assertThat(answer).containsIgnoringCase("\r\nRetry-After: 1\r\n").contains("loopBusy");
        refused++;
        connection.send(post("/account1/Tables"));
        assertThat(connection.answer()).startsWith("HTTP/1.1 202 ");
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void uploadsAreSlowedDownAndNotRefused() throws Exception {
    crowd("/account1/Table/$bulk");

    for (var connection : connections) {
      assertThat(connection.answer()).startsWith("HTTP/1.1 202 ");
    }
  }

  /** Blocks the loop with one request until all others have arrived in their sockets. */
  private void crowd(String path) throws Exception {
    connectAll();
    stepNanos.set(Duration.ofMillis(50).toNanos());
    connections.get(0).send(post("/account1/Hold"));
    assertThat(held.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
    for (var waiting : connections.subList(1, CONNECTIONS)) {
      waiting.send(post(path));
    }
    released.set(true);
  }

  /** Opens all connections and sends one request on each, so that the loop has registered them. */
  private void connectAll() throws Exception {
    for (var i = 0; i < CONNECTIONS; i++) {
      var connection = new RawConnection(endpoint.port());
      connections.add(connection);
      connection.send(post("/account1/Tables"));
      assertThat(connection.answer()).startsWith("HTTP/1.1 202 ");
      endpoint.served.take(PATIENCE);
    }
  }

  private Publisher<Void> answer(HttpExchange exchange) {
    return exchange
        .body()
        .whole()
        .doOnNext(body -> work(exchange))
        .flatMap(body -> exchange.reply(HttpReply.of(HttpResponseStatus.ACCEPTED)));
  }

  /**
   * Takes time on the test's clock. One request takes ten times as long, and holds the loop until
   * it is released.
   */
  private void work(HttpExchange exchange) {
    nanos.addAndGet(stepNanos.get());
    if (exchange.request().head().rawPath().endsWith("/Hold")) {
      nanos.addAndGet(9 * stepNanos.get());
      held.release();
      while (!released.get()) {
        turned.incrementAndGet(); // spins and waits for nothing
      }
    }
  }

  private static String post(String path) {
    return "POST " + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: " + BODY.length() + "\r\n\r\n"
        + BODY;
  }
}
