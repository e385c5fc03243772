package io.weir.server.http;

import static io.weir.server.http.Http2Frame.END_HEADERS;
import static io.weir.server.http.Http2Frame.END_STREAM;
import static io.weir.server.http.Http2Frame.HEADERS;
import static io.weir.server.http.Http2Frame.RST_STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.Http2Error;
import io.weir.server.HealthPort;
import io.weir.server.answer.HttpReply;
import io.weir.server.operator.Readiness;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is for one host: RFC 9112, section 3.2, and RFC 9113, section 8.3.1. */
final class RequestHostTest {

  private static final String CLOSE = "Connection: close\r\n\r\n";

  private static TestDialect endpoint;
  private static HealthPort health;

  @BeforeAll
  static void start() {
    endpoint = new TestDialect(
        ServerOptions.builder(),
        exchange -> exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT)
            .with("x-host", exchange.request().head().header(HttpHeaderNames.HOST))));
    health = HealthPort.open("127.0.0.1", 0, Readiness.of(() -> true));
  }

  @AfterAll
  static void stop() {
    health.close();
    endpoint.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "weir.example",
        "weir.example:10002",
        "127.0.0.1:10002",
        "[::1]",
        "[fe80::1]:10002",
        "under_score.example",
        "caf%C3%A9.example",
      })
  void oneValidHostIsAccepted(String host) throws IOException {
    assertThat(get("Host: " + host + "\r\n"))
        .startsWith("HTTP/1.1 204 ")
        .contains("x-host: " + host + "\r\n");
  }

  /** The transport refuses some of them itself, as {@code InvalidInput}. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Host: a~Host: b",
        "Host: a~Host: a",
        "Host: a~host:",
        "Host: a b",
        "Host: a, b",
        "Host: a/b",
        "Host: user@a",
        "Host: a:b",
        "Host: a:1:2",
        "Host: [::1",
        "Host: a%zz",
        "Host: http://a",
        "Host: caf\u00e9.example",
        "Host: a\"",
      })
  void anotherIsRefusedAtEveryDoor(String lines) throws IOException {
    var headers = lines.replace("~", "\r\n") + "\r\n";

    assertThat(get(headers))
        .startsWith("HTTP/1.1 400 ")
        .containsPattern("\"code\":\"(InvalidHeaderValue|InvalidInput)\"");
    assertThat(ask(health.address().getPort(), "GET /health HTTP/1.1\r\n" + headers + CLOSE))
        .startsWith("HTTP/1.1 400 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "%61"})
  void aHostHasAtMostSoManyCharacters(String unit) throws IOException {
    var longest = unit.repeat(RequestHost.LONGEST / unit.length());

    assertThat(get("Host: " + longest + "\r\n")).startsWith("HTTP/1.1 204 ");
    assertThat(get("Host: " + longest + unit + "\r\n")).startsWith("HTTP/1.1 400 ");
    assertThat(get("Host: " + unit.repeat(30_000 / unit.length()) + "\r\n"))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void aRequestMustNameItsHost() throws IOException {
    assertThat(get("")).startsWith("HTTP/1.1 400 ").contains("\"code\":\"MissingRequiredHeader\"");
    assertThat(ask(health.address().getPort(), "GET /health HTTP/1.1\r\n" + CLOSE))
        .startsWith("HTTP/1.1 400 ");
  }

  @Test
  void aProbeOfTheVersionBeforeNeedsNoHost() throws IOException {
    assertThat(ask(health.address().getPort(), "GET /health HTTP/1.0\r\n\r\n"))
        .startsWith("HTTP/1.0 200 ");
    assertThat(
            ask(health.address().getPort(), "GET /health HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"))
        .startsWith("HTTP/1.0 400 ");
  }

  @ParameterizedTest
  @CsvSource({
    "http://other/account1/Table,other",
    "http://other:80/account1/Table,other:80",
    "http://user:secret@other/account1/Table,other",
    "http://other/account1/Table?a=://b@c,other",
    "/account1/Table?a=http://b/c,h",
  })
  void theAuthorityOfAnAbsoluteTargetReplacesTheHost(String target, String host)
      throws IOException {
    assertThat(ask(endpoint.port(), "GET " + target + " HTTP/1.1\r\nHost: h\r\n" + CLOSE))
        .startsWith("HTTP/1.1 204 ")
        .contains("x-host: " + host + "\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "h", "H"})
  void aHostOfHttp2MayRepeatItsAuthority(String host) throws IOException {
    try (var client = new RawConnection(endpoint.port())) {
      request(client, host);

      assertThat(status(Http2Frame.await(client, HEADERS))).isEqualTo(204);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"other", "h:80", "h.example"})
  void anotherHostOfHttp2MakesTheRequestMalformed(String host) throws IOException {
    try (var client = new RawConnection(endpoint.port())) {
      request(client, host);

      var reset = Http2Frame.await(client, RST_STREAM);

      assertThat(reset.payload().getInt(0)).isEqualTo((int) Http2Error.PROTOCOL_ERROR.code());
    }
  }

  private static void request(RawConnection client, String host) throws IOException {
    client.send(Http2Frame.BEGINNING);
    var head = Http2Frame.head("/account1/Table", "host", host);
    client.send(Http2Frame.of(HEADERS, END_STREAM | END_HEADERS, 1, head).bytes());
  }

  @Test
  void anUpgradeToHttp2IsNoWayAround() throws IOException {
    var upgrade = """
        GET /account1/Table HTTP/1.1\r
        Host: a\r
        Host: b\r
        Connection: Upgrade, HTTP2-Settings, close\r
        Upgrade: h2c\r
        HTTP2-Settings: AAMAAABk\r
        \r
        """;

    assertThat(ask(endpoint.port(), upgrade)).startsWith("HTTP/1.1 400 ");
  }

  /**
   * The status is the first field of an answer: RFC 7541, appendix A, has 204 and 400 as fields 9
   * and 12.
   */
  private static int status(Http2Frame answer) {
    return switch (answer.payload().get(0) & 0xFF) {
      case 0x89 -> 204;
      case 0x8C -> 400;
      default -> 0;
    };
  }

  private static String get(String headers) throws IOException {
    return ask(endpoint.port(), "GET /account1/Table HTTP/1.1\r\n" + headers + CLOSE);
  }

  private static String ask(int port, String request) throws IOException {
    try (var client = new RawConnection(port)) {
      return client.send(request).untilClosed();
    }
  }
}
