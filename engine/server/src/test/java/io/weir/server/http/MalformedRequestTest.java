package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What no client library would send, over plain sockets. */
class MalformedRequestTest {

  private static TestDialect endpoint;

  @BeforeAll
  static void start() {
    endpoint = new TestDialect(
        ServerOptions.builder().targetLimitBytes(8192).headerLimitBytes(8192),
        exchange -> exchange.body().then(exchange.reply(Reply.of(HttpResponseStatus.NO_CONTENT))));
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
    assertThat(exchange(line + "\r\nHost: h\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
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

    assertThat(exchange(request)).startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void aLineThatIsTooLongIsRefused() throws IOException {
    assertThat(exchange(
            "GET /account1/Tables?$filter=" + "x".repeat(9000) + " HTTP/1.1\r\nHost: h\r\n\r\n"))
        .startsWith("HTTP/1.1 414 ");
  }

  @Test
  void headersThatAreTooLongAreRefused() throws IOException {
    assertThat(exchange(
            "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(9000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void requestsMayFollowEachOtherWithoutWaiting() throws IOException {
    var one = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
    var last = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

    assertThat(exchange(one + one + last).split("HTTP/1.1 204 ", -1)).hasSize(4);
  }

  @Test
  void aBodyThatNeverComesToItsEndIsAnsweredToNobody() throws IOException {
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
