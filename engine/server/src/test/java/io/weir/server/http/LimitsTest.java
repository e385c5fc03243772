package io.weir.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** What an endpoint puts up with, from both sides of each limit. */
final class LimitsTest {

  private static final String GET = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String LONG_HEAD =
      "GET /account1/Tables HTTP/1.1\r\nHost: h\r\nX: " + "x".repeat(900) + "\r\n\r\n";
  private static final String POST =
      "POST /account1/Body HTTP/1.1\r\nHost: h\r\nContent-Length: 900\r\n\r\n";
  private static final Duration LIMIT = Duration.ofMillis(400);
  private static final Duration BEYOND = Duration.ofMillis(700);
  private static final Duration PAUSE = Duration.ofMillis(40);

  @Test
  void aHeadThatDripsIsCutThoughItNeverPauses() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.drip(LONG_HEAD, PAUSE)).isBetween(3, LONG_HEAD.length() - 1);

      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void theNextHeadOnAConnectionIsHeldToTheSameDeadline() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(GET).head()).startsWith("HTTP/1.1 204 ");

      assertThat(slow.drip(LONG_HEAD, PAUSE)).isLessThan(LONG_HEAD.length());
      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void aConnectionThatWaitsBeforeItAsksIsNotSlow() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var quiet = new RawConnection(endpoint.port())) {
      for (var i = 0; i < 2; i++) {
        assertThat(quiet.staysSilent(BEYOND)).isTrue();
        assertThat(quiet.send(GET).head()).startsWith("HTTP/1.1 204 ");
      }
    }
  }

  @Test
  void aConnectionThatWasUpgradedIsHeldToNoHead() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT))) {
      var client = HttpClient.newBuilder().version(Version.HTTP_2).build();
      var request = HttpRequest.newBuilder(
              URI.create("http://127.0.0.1:" + endpoint.port() + "/account1/Port"))
          .build();
      var first = client.send(request, BodyHandlers.ofString());
      try (var other = new RawConnection(endpoint.port())) {
        assertThat(other.staysSilent(BEYOND)).isTrue();
      }

      var second = client.send(request, BodyHandlers.ofString());

      assertThat(second.version()).isEqualTo(Version.HTTP_2);
      assertThat(second.headers().firstValue("x-peer"))
          .isEqualTo(first.headers().firstValue("x-peer"));
    }
  }

  @Test
  void aBodyThatDripsIsAnsweredAndCut() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().requestTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      slow.send(POST);

      assertThat(slow.drip("x".repeat(899), PAUSE)).isBetween(3, 898);
      assertThat(slow.untilClosed()).startsWith("HTTP/1.1 408 ").contains("OperationTimedOut");
    }
  }

  /** What is left of it is taken for the beginning of the next head, which has to come in time. */
  @Test
  void aBodyThatNobodyWantedMayNotDripForEver() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(POST.replace("Body", "Tables")).head()).startsWith("HTTP/1.1 204 ");

      assertThat(slow.drip("x".repeat(899), PAUSE)).isLessThan(899);
    }
  }

  @Test
  void aBodyThatStopsIsAnsweredAndCut() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().readTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      assertThat(slow.send(POST + "x").untilClosed())
          .startsWith("HTTP/1.1 408 ")
          .contains("OperationTimedOut");
    }
  }

  @Test
  void aBodyThatComesInTimeIsRead() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder());
        var client = new RawConnection(endpoint.port())) {
      client.send(POST);
      assertThat(client.drip("x".repeat(9), PAUSE)).isEqualTo(9);

      assertThat(client.send("x".repeat(891)).head()).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void aConnectionThatAsksNothingIsClosedInTheEnd() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().idleTimeout(LIMIT));
        var fresh = new RawConnection(endpoint.port());
        var used = new RawConnection(endpoint.port())) {
      assertThat(used.send(GET).head()).startsWith("HTTP/1.1 204 ");

      assertThat(fresh.untilClosed()).isEmpty();
      assertThat(used.untilClosed()).isEmpty();
    }
  }

  @Test
  void connectionsBeyondTheLimitAreClosedUntilOthersGo() throws IOException {
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

  /** Stream 5 comes while 1 and 3 are unanswered. RFC 9113, section 5.1.2. */
  @Test
  void streamsBeyondTheLimitAreRefusedAndTheOthersStay() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().streamsPerConnection(2));
        var client = new RawConnection(endpoint.port())) {
      client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").send(frame(4, 0, 0, new byte[0]));
      for (var stream = 1; stream <= 5; stream += 2) {
        client.send(frame(1, 5, stream, headers()));
      }

      var reset = awaitFrame(client, 3);

      assertThat(reset.stream).isEqualTo(5);
      assertThat(reset.payload.getInt(0)).as("REFUSED_STREAM").isEqualTo(7);
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

  private static Frame awaitFrame(RawConnection client, int type) throws IOException {
    while (true) {
      var head = ByteBuffer.wrap(client.read(9));
      var length = head.getInt(0) >>> 8;
      var payload = ByteBuffer.wrap(client.read(length));
      if (head.get(3) == type) {
        return new Frame(head.getInt(5), payload);
      }
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) {
    var frame = ByteBuffer.allocate(9 + payload.length);
    frame.putInt(payload.length << 8 | type).put((byte) flags).putInt(stream).put(payload);
    return frame.array();
  }

  /** GET, http, a path that is never answered, and an authority; HPACK without Huffman. */
  private static byte[] headers() throws IOException {
    var path = "/account1/Never".getBytes(US_ASCII);
    var block = new ByteArrayOutputStream();
    block.write(new byte[] {(byte) 0x82, (byte) 0x86, 0x04, (byte) path.length});
    block.write(path);
    block.write(new byte[] {0x01, 1, 'h'});
    return block.toByteArray();
  }

  private static TestDialect endpoint(ServerOptions.Builder options) {
    return new TestDialect(options, LimitsTest::answer);
  }

  private static Publisher<Void> answer(Exchange exchange) {
    var resource = exchange.request().resource().toString();
    if (resource.contains("Never")) {
      return Mono.never();
    }
    var peer = Integer.toString(System.identityHashCode(exchange.loop()));
    var reply = Reply.of(HttpResponseStatus.NO_CONTENT).with("x-peer", peer);
    return resource.contains("Body")
        ? exchange.body().flatMap(body -> exchange.reply(reply))
        : exchange.reply(reply);
  }

  private record Frame(int stream, ByteBuffer payload) {}
}
