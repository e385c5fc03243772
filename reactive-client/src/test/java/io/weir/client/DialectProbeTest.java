package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.http.server.HttpServerRequest;
import reactor.netty.http.server.HttpServerResponse;

/** {@link DialectChoice#AUTO} determines the dialect once, and never from a failure. */
final class DialectProbeTest {

  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("People");

  private final Queue<Answer> toQuestions = new ConcurrentLinkedQueue<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final DisposableServer server = HttpServer.create()
      .host("127.0.0.1")
      .port(0)
      .protocol(HttpProtocol.HTTP11, HttpProtocol.H2C)
      .handle(this::answer)
      .bindNow();
  private final WeirClient client = ScriptedServer.options(server.port())
      .dialect(DialectChoice.AUTO)
      .pipelining(Duration.ZERO)
      .connect();

  /** Status and media type of an answer, and whether a table service sent it. */
  private record Answer(int status, String contentType, boolean isTableService) {}

  private static final Answer FRAMES = new Answer(200, Dialect.BINARY, true);
  private static final Answer REFUSED = new Answer(415, "application/json", true);

  @AfterEach
  void stop() {
    client.close();
    server.disposeNow();
  }

  @Test
  void aServiceThatAnswersInFramesGetsTheStreamingDialect() {
    toQuestions.add(FRAMES);

    assertThat(write()).isEqualTo(new WriteResult(7));

    assertThat(requests)
        .containsExactly(
            "HTTP/1.1 GET /devstoreaccount1/Tables",
            "HTTP/2.0 POST /devstoreaccount1/People/%24write");
  }

  @Test
  void anyOtherTableServiceGetsTheRestDialect() {
    toQuestions.add(REFUSED);

    assertThat(write().timestampTicks()).isPositive();

    assertThat(requests)
        .containsExactly(
            "HTTP/1.1 GET /devstoreaccount1/Tables", "HTTP/1.1 POST /devstoreaccount1/People");
  }

  @Test
  void concurrentRequestsShareOneProbe() {
    toQuestions.add(FRAMES);

    Flux.range(0, 50).flatMap(i -> written(), 50).blockLast(WAIT);
    write();

    assertThat(requests)
        .hasSize(52)
        .filteredOn(request -> request.contains("Tables"))
        .hasSize(1);
  }

  @Test
  void aFailedProbeIsRepeated() {
    toQuestions.add(new Answer(503, "text/plain", true));
    toQuestions.add(new Answer(500, "text/plain", true));
    toQuestions.add(new Answer(404, "text/html", false));
    toQuestions.add(FRAMES);

    assertThat(write()).isEqualTo(new WriteResult(7));
    write();

    assertThat(requests)
        .hasSize(6)
        .filteredOn(request -> request.startsWith("HTTP/2"))
        .hasSize(2);
  }

  @Test
  void aWriteFailsAsNotSentWhenTheProbeFails() {
    for (var i = 0; i < 4; i++) {
      toQuestions.add(new Answer(404, "text/html", false));
    }

    assertThatThrownBy(this::write)
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=notSent")
        .hasRootCauseInstanceOf(ServiceFailedException.class);
    assertThat(requests).noneMatch(request -> request.contains("POST"));
  }

  private WriteResult write() {
    return written().block(WAIT);
  }

  private Mono<WriteResult> written() {
    return client.write(TABLE, new Write.Insert(Entity.builder("p", "r").build()));
  }

  private Publisher<Void> answer(HttpServerRequest request, HttpServerResponse response) {
    requests.add(request.version() + " " + request.method() + " " + pathOf(request));
    var isQuestion = pathOf(request).endsWith("Tables");
    var body = isQuestion ? question(response) : insert(request, response);
    return request.receive().then(Mono.from(body).then());
  }

  private Publisher<Void> question(HttpServerResponse response) {
    var answer = toQuestions.remove();
    if (answer.isTableService()) {
      response.header("x-ms-version", "2020-12-06").header("x-ms-request-id", "1");
    }
    return response
        .status(answer.status())
        .header("Content-Type", answer.contentType())
        .send();
  }

  private static Publisher<Void> insert(HttpServerRequest request, HttpServerResponse response) {
    if (request.version().majorVersion() == 2) {
      return ScriptedServer.frames(response, 200, Flux.just(new Frame.Result(new WriteResult(7))));
    }
    return response
        .status(204)
        .header("ETag", "W/\"datetime'2020-11-07T01%3A23%3A21.0555975Z'\"")
        .send();
  }

  private static String pathOf(HttpServerRequest request) {
    var uri = request.uri();
    return uri.contains("?") ? uri.substring(0, uri.indexOf('?')) : uri;
  }
}
