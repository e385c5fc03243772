package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.files.ServerTls;
import io.weir.server.files.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** The limits of an endpoint, from both sides of each. */
final class RequestLimitsTest {

  private static final String GET = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String LONG_HEAD =
      "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(900) + "\r\n\r\n";
  private static final String POST =
      "POST /account1/Body HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n";
  private static final String UPGRADE =
      "Host: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk";
  private static final Duration LIMIT = Duration.ofMillis(400);
  private static final Duration BEYOND = Duration.ofMillis(700);
  private static final Duration PAUSE = Duration.ofMillis(40);

  @Test
  void aSlowHeadIsCutAlthoughItNeverPauses() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.drip(LONG_HEAD, PAUSE)).isBetween(3, LONG_HEAD.length() - 1);

      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ");
    }
  }

  /** A TLS record of 16 KiB is announced and never arrives. */
  @Test
  void aSlowHandshakeIsCut(@TempDir Path folder) throws IOException {
    var tls = ServerTls.open(new TestCertificates(folder).issue("server"));
    var options = ServerOptions.builder().headTimeout(LIMIT).tls(Optional.of(tls));
    try (var endpoint = endpoint(options);
        var slow = new RawConnection(endpoint.port())) {
      slow.send(new byte[] {0x16, 3, 1, 0x40, 0});

      assertThat(slow.drip("x".repeat(900), PAUSE)).isLessThan(900);
    }
  }

  @Test
  void theNextHeadOnAConnectionHasTheSameDeadline() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(GET).head()).startsWith("HTTP/1.1 204 ");

      assertThat(slow.drip(LONG_HEAD, PAUSE)).isLessThan(LONG_HEAD.length());
      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aConnectionThatPausesBeforeItsRequestIsNotSlow() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var quiet = new RawConnection(endpoint.port())) {
      for (var i = 0; i < 2; i++) {
        assertThat(quiet.staysSilent(BEYOND)).isTrue();
        assertThat(quiet.send(GET).head()).startsWith("HTTP/1.1 204 ");
      }
    }
  }

  /** The upgrade request arrives complete, with or without its body. */
  @ParameterizedTest
  @ValueSource(strings = {GET, POST})
  void anUpgradedConnectionHasNoPendingHeadDeadline(String request) throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var client = new RawConnection(endpoint.port())) {
      client.send(request.replace("Host: h", UPGRADE));
      if (request.equals(POST)) {
        client.send("x".repeat(900));
      }
      assertThat(client.head()).startsWith("HTTP/1.1 101 ");
      client.send(Http2Frame.BEGINNING);
      assertThat(Http2Frame.await(client, Http2Frame.HEADERS).stream()).isEqualTo(1);
      try (var other = new RawConnection(endpoint.port())) {
        assertThat(other.staysSilent(BEYOND)).isTrue();
      }

      client.send(Http2Frame.get(3, "/account1/Tables").bytes());

      assertThat(Http2Frame.await(client, Http2Frame.HEADERS).stream()).isEqualTo(3);
    }
  }

  @Test
  void aSlowBodyIsAnsweredAndCut() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().requestTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      slow.send(POST);

      assertThat(slow.drip("x".repeat(899), PAUSE)).isBetween(3, 898);
      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ").contains("OperationTimedOut");
    }
  }

  /** The rest of an unread body counts as the next head, which must arrive in time. */
  @Test
  void aSlowUnreadBodyIsCut() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(POST.replace("Body", "Tables")).head()).startsWith("HTTP/1.1 204 ");

      assertThat(slow.drip("x".repeat(899), PAUSE)).isLessThan(899);
    }
  }

  @Test
  void aStalledBodyIsAnsweredAndCut() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().readTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(POST + "x").untilClosed())
          .startsWith("HTTP/1.1 408 ")
          .contains("OperationTimedOut");
    }
  }

  @Test
  void aBodyInTimeIsRead() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder());
        var client = new RawConnection(endpoint.port())) {
      client.send(POST);
      assertThat(client.drip("x".repeat(9), PAUSE)).isEqualTo(9);

      assertThat(client.send("x".repeat(891)).head()).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void anIdleConnectionIsClosed() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().idleTimeout(LIMIT));
        var fresh = new RawConnection(endpoint.port());
        var used = new RawConnection(endpoint.port())) {
      assertThat(used.send(GET).head()).startsWith("HTTP/1.1 204 ");

      assertThat(fresh.untilClosed()).isEmpty();
      assertThat(used.untilClosed()).isEmpty();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreClosedUntilOthersClose() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().connections(2));
        var first = new RawConnection(endpoint.port())) {
      try (var second = new RawConnection(endpoint.port());
          var third = new RawConnection(endpoint.port())) {
        assertThat(third.untilClosed()).isEmpty();
        assertThat(first.send(GET).head()).startsWith("HTTP/1.1 204 ");
        assertThat(second.send(GET).head()).startsWith("HTTP/1.1 204 ");
      }

      assertThat(isServedSoon(endpoint.port())).isTrue();
    }
  }

  @Test
  void aConnectionBeyondTheLimitIsAnsweredThatTheServiceIsBusy() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().connections(1));
        var first = new RawConnection(endpoint.port());
        var second = new RawConnection(endpoint.port())) {
      assertThat(first.send(GET).head()).startsWith("HTTP/1.1 204 ");

      assertThat(second.send(GET).head())
          .startsWith("HTTP/1.1 503 ")
          .contains("Retry-After: 1", "x-ms-error-code: ServerBusy");
      assertThat(second.untilClosed()).isEmpty();
      assertThat(first.send(GET).head()).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void connectionsAreAdmittedWhileTheirMemoryHasRoom() throws IOException {
    // six eighths of 64 KiB hold six connections, and the rest their requests
    try (var endpoint = endpoint(ServerOptions.builder().clientLimitBytes(64 << 10))) {
      var admitted = new ArrayList<RawConnection>();
      for (var i = 0; i < 6; i++) {
        var connection = new RawConnection(endpoint.port());
        admitted.add(connection);
        assertThat(connection.send(GET).head()).startsWith("HTTP/1.1 204 ");
      }
      try (var seventh = new RawConnection(endpoint.port())) {
        assertThat(seventh.send(GET).head()).startsWith("HTTP/1.1 503 ");
      }

      for (var connection : admitted) {
        connection.close();
      }
      assertThat(isServedSoon(endpoint.port())).isTrue();
    }
  }

  /** Stream 5 arrives while 1 and 3 are unanswered: RFC 9113, section 5.1.2. */
  @Test
  void streamsBeyondTheLimitAreRefusedAndTheOthersStay() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().streamsPerConnection(2));
        var client = new RawConnection(endpoint.port())) {
      client.send(Http2Frame.BEGINNING);
      for (var stream = 1; stream <= 5; stream += 2) {
        client.send(Http2Frame.get(stream, "/account1/Never").bytes());
      }

      var reset = Http2Frame.await(client, Http2Frame.RST_STREAM);

      assertThat(reset.stream()).isEqualTo(5);
      assertThat(reset.payload().getInt(0)).as("REFUSED_STREAM").isEqualTo(7);
    }
  }

  @Test
  void everyLimitHasARange() {
    assertThatThrownBy(() -> ServerOptions.builder()
            .connections(0)
            .streamsPerConnection(0)
            .headTimeout(Duration.ZERO)
            .requestTimeout(Duration.ZERO)
            .build())
        .hasMessageContainingAll(
            "connections=0", "streamsPerConnection=0", "headTimeout=PT0S", "requestTimeout=PT0S");
  }

  private static boolean isServedSoon(int port) throws IOException {
    for (var attempt = 0; attempt < 100; attempt++) {
      try (var again = new RawConnection(port)) {
        if (again.staysSilent(PAUSE) && again.send(GET).head().startsWith("HTTP/1.1 204 ")) {
          return true;
        }
      }
    }
    return false;
  }

  private static TestDialect endpoint(ServerOptions.Builder options) {
    return new TestDialect(options, RequestLimitsTest::answer);
  }

  private static Publisher<Void> answer(HttpExchange exchange) {
    var resource = exchange.request().resource().toString();
    if (resource.contains("Never")) {
      return Mono.never();
    }
    var reply = HttpReply.of(HttpResponseStatus.NO_CONTENT);
    return resource.contains("Body")
        ? exchange.body().whole().flatMap(body -> exchange.reply(reply))
        : exchange.reply(reply);
  }
}
