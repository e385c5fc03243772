package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;

/** Requests that no client library sends, over plain sockets. */
class MalformedRequestTest {

  private static final int LIMIT = 8192;

  private static TestDialect endpoint;

  @BeforeAll
  static void start() {
    endpoint = new TestDialect(
        ServerOptions.builder().targetLimitBytes(LIMIT).headerLimitBytes(LIMIT),
        exchange ->
            wanted(exchange).then(exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT))));
  }

  /** A read needs no body and no length. */
  private static Mono<?> wanted(HttpExchange exchange) {
    return exchange.request().verb().isRead() ? Mono.empty() : exchange.body().whole();
  }

  @AfterAll
  static void stop() {
    endpoint.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /account1/Tables HTTP/1.1 | 204",
        "TRACE /account1/Tables HTTP/1.1 | 405",
        "FOO /account1/Tables HTTP/1.1 | 405",
        "GET /account1/Tables(' HTTP/1.1 | 400",
        "GET /account1/Tables?%zz HTTP/1.1 | 400",
        "GET /account1/Table(PartitionKey='%ff',RowKey='') HTTP/1.1 | 400",
        "GET / HTTP/1.1 | 400",
        "GET * HTTP/1.1 | 400",
        "GET http://other/account1/Tables HTTP/1.1 | 204",
        "GET | 400",
      })
  void theFirstLineIsChecked(String line, int status) throws IOException {
    assertAnswer(exchange(line + "\r\nHost: h\r\nConnection: close\r\n\r\n"), status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length: many | 400",
        "Content-Length: -1 | 400",
        "Bad Header: x | 400",
        "Transfer-Encoding: chunked\\r\\nContent-Length: 5 | 400",
      })
  void headersAreChecked(String header, int status) throws IOException {
    var request = "POST /account1/Tables HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
        + header.replace("\\r\\n", "\r\n") + "\r\n\r\n0\r\n\r\n";

    assertAnswer(exchange(request), status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X: a\r\n b",
        "X: a\r\n\tb",
        "X: a\n b",
        "X: a\r\n ",
        "X: a\r\n Content-Length: 5",
        "X: a\r\n b: c\r\nY: d",
      })
  void aFoldedHeaderIsRefused(String folded) throws IOException {
    var before = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nConnection: close\r\n";

    assertAnswer(exchange(before + folded.replaceAll("\r?\n", " ") + "\r\n\r\n"), 204);
    var refused = exchange(before + folded + "\r\n\r\n");
    assertAnswer(refused, 400);
    assertThat(refused).contains("\"code\":\"InvalidInput\"");
    assertAnswer(exchange("GET /account1/Tables HTTP/1.1\r\n Host: h\r\n\r\n"), 400);
  }

  @Test
  void aFoldedHeaderInAPipelinedRequestIsRefusedAfterEarlierAnswers() throws IOException {
    var first = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
    var second = "POST /account1/Tables HTTP/1.1\r\nHost: h\r\nContent-Length: 6\r\n\r\na\n b\n ";
    var folded = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n";

    var answers = exchange(first + second + folded);

    assertThat(answers.split("HTTP/1.1 ", -1))
        .extracting(answer -> answer.substring(0, Math.min(3, answer.length())))
        .containsExactly("", "204", "204", "400");
  }

  @Test
  void aTooLongRequestLineIsRefused() throws IOException {
    var before = "GET /account1/Tables?$filter=";
    var behind = " HTTP/1.1";
    var most = "x".repeat(LIMIT - before.length() - behind.length());
    var rest = behind + "\r\nHost: h\r\nConnection: close\r\n\r\n";

    assertAnswer(exchange(before + most + rest), 204);
    var refused = exchange(before + most + "x" + rest);
    assertAnswer(refused, 414);
    assertThat(refused).contains("\"code\":\"RequestUriTooLong\"");
  }

  @Test
  void tooLongHeadersAreRefused() throws IOException {
    var others = "Host: h" + "Connection: close";
    var most = "X: " + "x".repeat(LIMIT - others.length() - "X: ".length());
    var before = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nConnection: close\r\n";

    assertAnswer(exchange(before + most + "\r\n\r\n"), 204);
    var refused = exchange(before + most + "x\r\n\r\n");
    assertAnswer(refused, 431);
    assertThat(refused).contains("\"code\":\"RequestHeadersTooLarge\"");
  }

  @Test
  void aRequestMustNameItsHost() throws IOException {
    var refused = exchange("GET /account1/Tables HTTP/1.1\r\nConnection: close\r\n\r\n");

    assertAnswer(refused, 400);
    assertThat(refused).contains("\"code\":\"MissingRequiredHeader\"");
  }

  @ParameterizedTest
  @CsvSource({"'',411", "Content-Length: 0,204", "'Transfer-Encoding: chunked',204"})
  void aBodyNeedsALength(String header, int status) throws IOException {
    var line = header.isEmpty() ? "" : header + "\r\n";
    var body = header.startsWith("Transfer") ? "0\r\n\r\n" : "";

    var answer = exchange(
        "POST /account1/body HTTP/1.1\r\nHost: h\r\nConnection: close\r\n" + line + "\r\n" + body);

    assertAnswer(answer, status);
    if (status == 411) {
      assertThat(answer).contains("\"code\":\"MissingContentLengthHeader\"");
    }
  }

  @Test
  void requestsMayBePipelined() throws IOException {
    var one = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
    var last = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

    assertThat(exchange(one + one + last).split("HTTP/1.1 204 ", -1)).hasSize(4);
  }

  @Test
  void aTruncatedBodyGetsNoAnswer() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket
          .getOutputStream()
          .write(
              bytes("POST /account1/Tables HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n123"));
      socket.shutdownOutput();

      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .doesNotContain("204");
    }
  }

  /** Asserts that a refusal has the protocol's body and headers, whichever part refused. */
  private static void assertAnswer(String answer, int status) {
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ");
    if (status >= 400) {
      assertThat(answer)
          .containsIgnoringCase("\r\nx-ms-request-id: ")
          .containsIgnoringCase("\r\nx-ms-version: ")
          .containsIgnoringCase("\r\nx-ms-error-code: ")
          .containsIgnoringCase("\r\nserver: weir")
          .containsIgnoringCase("\r\ndate: ")
          .contains("\r\n\r\n{\"odata.error\":{\"code\":\"")
          .endsWith("}");
      assertLength(answer);
    }
  }

  private static void assertLength(String answer) {
    var behindHead = answer.indexOf("\r\n\r\n") + 4;
    assertThat(answer)
        .containsIgnoringCase("\r\ncontent-length: " + (answer.length() - behindHead) + "\r\n");
  }

  private static String exchange(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(bytes(request));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
