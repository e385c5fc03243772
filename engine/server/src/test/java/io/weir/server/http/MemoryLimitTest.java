package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.testkit.Arrivals;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** Requests at the limit of memory, as clients see it. */
final class MemoryLimitTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** More than the buffers of a connection hold. */
  private static final int LARGE = 16 * MIB;

  private static final String GET = "GET /account1/Tables HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String GET_LARGE = "GET /account1/Large HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String CHUNKED =
      "POST /account1/Body HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final Arrivals<String> begun = new Arrivals<>();

  @Test
  void bodiesWithinTheLimitAreReadAndOneMoreIsRefused() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder().memoryLimitBytes(4 * MIB));
        var first = new RawConnection(endpoint.port());
        var second = new RawConnection(endpoint.port());
        var third = new RawConnection(endpoint.port())) {
      first.send(post(2 * MIB));
      second.send(post(2 * MIB - 1));
      begun.take(PATIENCE);
      begun.take(PATIENCE);

      assertThat(third.send(post(2)).head())
          .startsWith("HTTP/1.1 503 ")
          .containsIgnoringCase("retry-after: 1");
      assertThat(first.send(new byte[2 * MIB]).head()).startsWith("HTTP/1.1 204 ");
      assertThat(second.send(new byte[2 * MIB - 1]).head()).startsWith("HTTP/1.1 204 ");
      assertThat(statusOfAnother(endpoint, post(2) + "xx")).isEqualTo("204");
    }
  }

  @Test
  void aBodyOfUnknownLengthIsRefusedWhenItExceedsTheLimit() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder().memoryLimitBytes(4 * MIB));
        var first = new RawConnection(endpoint.port());
        var growing = new RawConnection(endpoint.port())) {
      first.send(post(3 * MIB));
      begun.take(PATIENCE);
      growing.send(CHUNKED);

      assertThat(sendChunks(growing, 2 * MIB)).startsWith("HTTP/1.1 503 ").contains("ServerBusy");
      assertThat(first.send(new byte[3 * MIB]).head()).startsWith("HTTP/1.1 204 ");
    }
  }

  @Test
  void withoutMemoryNewRequestsAreRefused() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder().memoryLimitBytes(4 * MIB))) {
      try (var first = new RawConnection(endpoint.port())) {
        first.send(post(4 * MIB));
        begun.take(PATIENCE);
        assertThat(statusOfAnother(endpoint, GET)).isEqualTo("503");
      }
      awaitEnded(endpoint, 2);

      assertThat(statusOfAnother(endpoint, GET)).isEqualTo("204");
    }
  }

  @Test
  void anAnswerCountsUntilItsClientHasTakenIt() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder().memoryLimitBytes(LARGE))) {
      try (var reader = new RawConnection(endpoint.port())) {
        reader.send(GET_LARGE);
        begun.take(PATIENCE);
        assertThat(statusOfAnother(endpoint, GET)).isEqualTo("503");

        assertThat(reader.head()).startsWith("HTTP/1.1 200 ");
        assertThat(reader.read(LARGE)).hasSize(LARGE);
      }
      awaitEnded(endpoint, 2);
      assertThat(statusOfAnother(endpoint, GET)).isEqualTo("204");
    }
  }

  @Test
  void anAnswerThatItsClientDoesNotTakeIsAbandoned() throws Exception {
    var options =
        ServerOptions.builder().memoryLimitBytes(LARGE).answerTimeout(Duration.ofMillis(300));
    try (var endpoint = endpoint(options);
        var stalled = new RawConnection(endpoint.port())) {
      stalled.send(GET_LARGE);

      awaitEnded(endpoint, 1);
      assertThat(statusOfAnother(endpoint, GET)).isEqualTo("204");
      assertThat(stalled.bytesUntilClosed()).isLessThan(LARGE);
    }
  }

  @Test
  void theLimitIsAtLeastTheLargestBody() {
    var options = ServerOptions.builder().bodyLimitBytes(MIB);

    assertThat(options.memoryLimitBytes(MIB).build().limits().memoryBytes()).isEqualTo(MIB);
    assertThatThrownBy(() -> options.memoryLimitBytes(MIB - 1).build())
        .hasMessageContaining("memoryLimitBytes=" + (MIB - 1));
  }

  private TestDialect endpoint(ServerOptions.Builder options) {
    return new TestDialect(options, this::answer);
  }

  private Publisher<Void> answer(HttpExchange exchange) {
    var resource = exchange.request().resource().toString();
    begun.add(resource);
    var nothing = HttpReply.of(HttpResponseStatus.NO_CONTENT);
    if (resource.contains("Body")) {
      return exchange.body().whole().flatMap(body -> exchange.reply(nothing));
    }
    return exchange.reply(
        resource.contains("Large")
            ? HttpReply.of(
                HttpResponseStatus.OK,
                "text/plain",
                allocator -> allocator.buffer(LARGE).writeZero(LARGE))
            : nothing);
  }

  private static String post(int length) {
    return "POST /account1/Body HTTP/1.1\r\nHost: h\r\nContent-Length: " + length + "\r\n\r\n";
  }

  /** Sends chunks until the answer arrives or all are sent, then reads the answer. */
  private static String sendChunks(RawConnection client, int bytes) throws IOException {
    var chunk = ("4000\r\n" + "x".repeat(16 * KIB) + "\r\n");
    try {
      for (var sent = 0; sent < bytes; sent += 16 * KIB) {
        client.send(chunk);
      }
    } catch (SocketException closed) {
      return client.head(); // the answer arrived before
    }
    return client.head();
  }

  private static String statusOfAnother(TestDialect endpoint, String request) throws IOException {
    try (var client = new RawConnection(endpoint.port())) {
      return client.send(request).head().split(" ", 3)[1];
    }
  }

  /** Waits until requests have released their memory, which their clients cannot observe. */
  private static void awaitEnded(TestDialect endpoint, int requests) throws InterruptedException {
    for (var i = 0; i < requests; i++) {
      endpoint.served.take(PATIENCE);
    }
  }
}
