package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.error.ServiceBusyException;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.RequestMemory;
import io.weir.server.request.UploadWindows;
import io.weir.testkit.Arrivals;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;

/** The memory that requests may hold together, from both sides of the limit. */
final class RequestMemoryTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long UPLOAD = RequestMemory.UPLOAD_BYTES;
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
  void memoryTakenAfterTheEndOfARequestIsNotCounted() {
    var memory = new RequestMemory(4);
    var share = memory.share();
    share.grow(4);
    assertBusy(memory::requireRoom);

    share.release();
    share.hold(4);

    assertThatCode(memory::requireRoom).doesNotThrowAnyException();
  }

  @Test
  void uploadsTogetherHoldAtMostAQuarter() {
    var memory = new RequestMemory(8 * UPLOAD);
    var first = memory.share();
    var other = memory.share();
    first.holdUpload();
    memory.share().holdUpload();
    var third = memory.share();

    assertBusy(third::holdUpload);
    other.grow(6 * UPLOAD);
    assertBusy(() -> other.grow(1));
    other.release();
    first.release();

    assertThatCode(third::holdUpload).doesNotThrowAnyException();
  }

  @Test
  void pipelinesTogetherHoldAtMostHalfOfThatQuarter() {
    var memory = new RequestMemory(16 * UPLOAD);
    var first = memory.share();
    first.holdPipeline();
    memory.share().holdPipeline();
    var third = memory.share();

    assertBusy(third::holdPipeline);
    memory.share().holdUpload();
    var last = memory.share();
    last.holdUpload();
    assertBusy(() -> memory.share().holdUpload());
    first.release();
    assertThatCode(third::holdPipeline).doesNotThrowAnyException();
    third.release();
    memory.share().holdUpload();

    assertBusy(third::holdPipeline);
  }

  @Test
  void onePipelineFitsHoweverSmallTheLimitIs() {
    var memory = new RequestMemory(4);
    var only = memory.share();
    only.holdPipeline();

    assertBusy(() -> memory.share().holdPipeline());
    only.release();
    assertThatCode(() -> memory.share().holdPipeline()).doesNotThrowAnyException();
  }

  @Test
  void aRefusedUploadHoldsNoMemory() {
    var memory = new RequestMemory(8 * UPLOAD);
    var other = memory.share();
    other.grow(7 * UPLOAD + 1);
    var refused = memory.share();
    assertBusy(refused::holdUpload);

    refused.release();
    other.grow(UPLOAD - 1);
    assertBusy(memory::requireRoom);
    other.release();
    memory.share().holdUpload();
    assertThatCode(() -> memory.share().holdUpload()).doesNotThrowAnyException();
  }

  /** Otherwise a small limit would refuse every upload. */
  @Test
  void oneUploadFitsHoweverSmallTheLimitIs() {
    var memory = new RequestMemory(4);
    memory.share().holdUpload();

    assertThatCode(memory::requireRoom).doesNotThrowAnyException();
    assertBusy(() -> memory.share().holdUpload());
  }

  @Test
  void windowsCountAndAreReturnedAtTheEndOfTheirUpload() {
    var memory = new RequestMemory(4 * UploadWindows.WINDOW_BYTES);
    var upload = memory.share();
    upload.holdUpload();
    assertThat(upload.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isTrue();
    var other = memory.share();
    assertBusy(() -> other.grow(3 * UploadWindows.WINDOW_BYTES));
    other.release();
    var next = memory.share();
    next.holdUpload();
    assertThat(next.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isFalse();

    upload.release();
    next.release();

    var last = memory.share();
    assertThat(last.window(() -> {}).admits(UploadWindows.FREE_BYTES + 1, 0)).isTrue();
    assertThatCode(() -> last.grow(3 * UploadWindows.WINDOW_BYTES)).doesNotThrowAnyException();
  }

  @Test
  void theLimitIsAtLeastTheLargestBody() {
    var options = ServerOptions.builder().bodyLimitBytes(MIB);

    assertThat(options.memoryLimitBytes(MIB).build().limits().memoryBytes()).isEqualTo(MIB);
    assertThatThrownBy(() -> options.memoryLimitBytes(MIB - 1).build())
        .hasMessageContaining("memoryLimitBytes=" + (MIB - 1));
  }

  private static void assertBusy(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(ServiceBusyException.class);
  }

  private TestDialect endpoint(ServerOptions.Builder options) {
    return new TestDialect(options, this::answer);
  }

  private Publisher<Void> answer(HttpExchange exchange) {
    var resource = exchange.request().resource().toString();
    begun.add(resource);
    var nothing = HttpReply.of(HttpResponseStatus.NO_CONTENT);
    if (resource.contains("Body")) {
      return exchange.body().flatMap(body -> exchange.reply(nothing));
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
