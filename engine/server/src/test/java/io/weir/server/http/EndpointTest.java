package io.weir.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ServiceBusyException;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.RequestListener;
import io.weir.server.answer.Responder;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.netty.ByteBufFlux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;
import reactor.netty.resources.ConnectionProvider;

class EndpointTest {

  private static final Duration SOON = Duration.ofSeconds(20);
  private static final ConnectionProvider CONNECTIONS = ConnectionProvider.create("endpoint-test");

  private static TestDialect endpoint;

  @BeforeAll
  static void start() {
    endpoint = new TestDialect(ServerOptions.builder(), EndpointTest::answer);
  }

  @AfterAll
  static void stop() {
    CONNECTIONS.dispose();
    endpoint.close();
  }

  /** The protocols of the clients. HTTP/2 is by prior knowledge. */
  enum Protocol {
    HTTP_1,
    HTTP_2
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerCarriesTheStandardHeaders(Protocol protocol) {
    var answer = send(protocol, "GET", "/account1/thread", "");

    assertThat(answer.body).isEqualTo("weir-loop-0");
    assertThat(answer.header("Content-Length")).isEqualTo("11");
    assertThat(answer.header("Server")).isEqualTo("Weir");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("x-ms-version")).isEqualTo("2020-12-06");
    assertThat(answer.header("x-ms-request-id"))
        .matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(answer.header("Date"))
        .matches("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT");
  }

  @ParameterizedTest
  @EnumSource
  void versionAndClientRequestIdAreEchoed(Protocol protocol) {
    var answer = send(
        protocol,
        "GET",
        "/account1/thread",
        "",
        "x-ms-version",
        "2019-02-02",
        "x-ms-client-request-id",
        "mine");

    assertThat(answer.header("x-ms-version")).isEqualTo("2019-02-02");
    assertThat(answer.header("x-ms-client-request-id")).isEqualTo("mine");
  }

  @ParameterizedTest
  @EnumSource
  void anInvalidVersionIsRefused(Protocol protocol) {
    assertThat(send(protocol, "GET", "/account1/thread", "", "x-ms-version", "latest")
            .error())
        .isEqualTo("400 InvalidHeaderValue");
  }

  @ParameterizedTest
  @EnumSource
  void aBodyIsReadWhole(Protocol protocol) {
    assertThat(send(protocol, "POST", "/account1/echo", "x".repeat(1_000_000)).body)
        .isEqualTo("1000000");
  }

  @ParameterizedTest
  @EnumSource
  void aBodyBeyondTheLimitIsRefused(Protocol protocol) {
    assertThat(send(protocol, "POST", "/account1/echo", "x".repeat(4 * 1024 * 1024)).body)
        .isEqualTo("4194304");
    assertThat(send(protocol, "POST", "/account1/echo", "x".repeat(4 * 1024 * 1024 + 1))
            .error())
        .isEqualTo("413 RequestBodyTooLarge");
  }

  @ParameterizedTest
  @EnumSource
  void aBodyOfUnknownLengthBeyondTheLimitIsRefused(Protocol protocol) {
    var chunk = Unpooled.wrappedBuffer(new byte[64 * 1024]);
    var chunks = Flux.range(0, 65).map(i -> chunk.retainedDuplicate());

    assertThat(send(protocol, "POST", "/account1/echo", ByteBufFlux.fromInbound(chunks))
            .error())
        .isEqualTo("413 RequestBodyTooLarge");
  }

  @ParameterizedTest
  @EnumSource
  void aStreamArrivesWhole(Protocol protocol) {
    var answer = send(protocol, "GET", "/account1/stream", "");

    assertThat(answer.status).isEqualTo(200);
    assertThat(answer.body).hasSize(300 * 10_000);
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatFailsIsCutOff(Protocol protocol) {
    Mono<String> whole = client(protocol)
        .get()
        .uri("/account1/broken")
        .responseContent()
        .aggregate()
        .asString();

    assertThat(whole.materialize().block(SOON))
        .satisfies(signal -> assertThat(signal.isOnError()).isTrue());
  }

  @ParameterizedTest
  @EnumSource
  void anOutcomeFromAnotherThreadIsAnsweredOnTheLoop(Protocol protocol) {
    assertThat(send(protocol, "GET", "/account1/elsewhere", "").body).isEqualTo("weir-loop-0");
  }

  @ParameterizedTest
  @EnumSource
  void anInternalErrorHidesItsCause(Protocol protocol) {
    var answer = send(protocol, "GET", "/account1/fault", "");

    assertThat(answer.error()).isEqualTo("500 InternalError");
    assertThat(answer.body).doesNotContain("secret");
  }

  @ParameterizedTest
  @EnumSource
  void aBusyServiceSendsARetryAfter(Protocol protocol) {
    var answer = send(protocol, "GET", "/account1/busy", "");

    assertThat(answer.error()).isEqualTo("503 ServerBusy");
    assertThat(answer.header("Retry-After")).isEqualTo("1");
  }

  @ParameterizedTest
  @EnumSource
  void aHeadRequestIsAnsweredWithoutABody(Protocol protocol) {
    var answer = send(protocol, "HEAD", "/account1/thread", "");

    assertThat(answer.body).isEmpty();
    assertThat(answer.header("Content-Length")).isEqualTo("11");
  }

  @Test
  void everyRequestReachesTheListener() throws InterruptedException {
    send(Protocol.HTTP_1, "POST", "/account1/counted", "12345");

    var served = nextServed("Counted");

    assertThat(served.status()).isEqualTo(200);
    assertThat(served.bytesIn()).isEqualTo(5);
    assertThat(served.bytesOut()).isEqualTo(1);
  }

  /**
   * Returns the next served request with this operation. Listeners are called after the client has
   * its answer, so those of other tests may come first.
   */
  private static RequestListener.Served nextServed(String operation) throws InterruptedException {
    while (true) {
      var served = endpoint.served.take(SOON);
      if (served.operation().equals(operation)) {
        return served;
      }
    }
  }

  private static Publisher<Void> answer(HttpExchange exchange) {
    var resource = exchange.request().resource().toString();
    if (resource.contains("thread")) {
      return exchange.reply(threadName());
    }
    if (resource.contains("counted")) {
      exchange.operation("Counted");
      return exchange
          .body()
          .whole()
          .flatMap(body -> exchange.reply(text(Integer.toString(body.length))));
    }
    if (resource.contains("echo")) {
      return exchange
          .body()
          .whole()
          .flatMap(body -> exchange.reply(text(Integer.toString(body.length))));
    }
    if (resource.contains("stream")) {
      return exchange.stream(HttpReply.of(HttpResponseStatus.OK), chunks(300));
    }
    if (resource.contains("broken")) {
      return exchange.stream(
          HttpReply.of(HttpResponseStatus.OK),
          chunks(3).concatWith(Mono.error(new ServiceBusyException(""))));
    }
    if (resource.contains("elsewhere")) {
      return Mono.just("outcome")
          .publishOn(Schedulers.parallel())
          .flatMap(outcome -> exchange.reply(threadName()));
    }
    if (resource.contains("busy")) {
      return Mono.error(new ServiceBusyException("queue=full"));
    }
    throw new IllegalStateException("secret");
  }

  private static Flux<ByteBuf> chunks(int count) {
    return Flux.range(0, count).map(i -> Unpooled.wrappedBuffer(new byte[10_000]));
  }

  private static HttpReply threadName() {
    return HttpReply.of(
        HttpResponseStatus.OK,
        "text/plain",
        allocator -> ByteBufUtil.writeUtf8(allocator, Thread.currentThread().getName()));
  }

  private static HttpReply text(String text) {
    return HttpReply.of(
        HttpResponseStatus.OK, "text/plain", allocator -> ByteBufUtil.writeUtf8(allocator, text));
  }

  private static HttpClient client(Protocol protocol) {
    var client = HttpClient.create(CONNECTIONS).host("127.0.0.1").port(endpoint.port());
    return protocol == Protocol.HTTP_2 ? client.protocol(HttpProtocol.H2C) : client;
  }

  private static Responder send(
      Protocol protocol, String method, String target, String body, String... headers) {
    return send(
        client(protocol).headers(sent -> add(sent, headers)),
        method,
        target,
        ByteBufFlux.fromString(Mono.just(body)));
  }

  private static Responder send(
      Protocol protocol, String method, String target, Publisher<ByteBuf> body) {
    return send(client(protocol), method, target, body);
  }

  private static Responder send(
      HttpClient client, String method, String target, Publisher<ByteBuf> body) {
    var request = client.request(HttpMethod.valueOf(method)).uri(target);
    var sent = method.equals("POST") ? request.send(body) : request;
    return sent.responseSingle((head, content) -> content
            .asByteArray()
            .defaultIfEmpty(new byte[0])
            .map(bytes -> new Responder(head, head.status().code(), new String(bytes, UTF_8))))
        .block(SOON);
  }

  private static void add(HttpHeaders sent, String... pairs) {
    for (var i = 0; i < pairs.length; i += 2) {
      sent.set(pairs[i], pairs[i + 1]);
    }
  }

  private record Responder(HttpClientResponse head, int status, String body) {
    String header(String name) {
      return head.responseHeaders().get(name);
    }

    /** Returns status and code, if the body's code equals the header's. */
    String error() {
      var code = header("x-ms-error-code");
      return body.startsWith("{\"odata.error\":{\"code\":\"" + code + "\"")
          ? status + " " + code
          : body;
    }
  }
}
