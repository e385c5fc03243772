package io.weir.server.stream;

import static io.netty.handler.codec.http.HttpHeaderNames.ACCEPT;
import static io.netty.handler.codec.http.HttpHeaderNames.ACCEPT_ENCODING;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_ENCODING;
import static io.netty.handler.codec.http.HttpHeaderNames.VARY;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.wire.Dialect;
import io.weir.server.TestRequest;
import io.weir.server.TestServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.HttpClientResponse;

/** Compressed streams of an endless table. Everything sent so far can be read. */
final class CompressedStreamTest {

  private static final int ENTITY_BYTES = 1024;
  private static final int READ_BYTES = 20_000;
  private static final int LINES = 100;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EndlessTable endless = new EndlessTable(ENTITY_BYTES);
  private final TestServer server = TestServer.over(endless);
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aStreamIsCompressedAndEndsWhenItsReaderLeaves(boolean isHttp2)
      throws IOException, InterruptedException {
    var answer = read(isHttp2, "br, gzip");

    assertThat(answer.responseHeaders().get(CONTENT_ENCODING)).isEqualTo("gzip");
    assertThat(answer.responseHeaders().get(VARY)).isEqualTo("accept-encoding");
    var text = new byte[LINES * ENTITY_BYTES];
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(received.toByteArray()))) {
      assertThat(gzip.readNBytes(text, 0, text.length)).isEqualTo(text.length);
    }
    assertThat(new String(text, UTF_8).lines().limit(LINES / 2))
        .allMatch(line -> line.endsWith("}"))
        .last()
        .asString()
        .contains("\"RowKey\":\"%08d\"".formatted(LINES / 2 - 1));
    assertThat(endless.awaitCancel(PATIENCE)).isTrue();
  }

  @Test
  void withoutAcceptedCodingTheStreamIsPlain() {
    var answer = read(true, "identity");

    assertThat(answer.responseHeaders().contains(CONTENT_ENCODING)).isFalse();
    assertThat(received.toString(UTF_8)).startsWith("{\"PartitionKey\"");
  }

  @Test
  void aCompressedRequestIsRefused() {
    var answer = TestRequest.post(server, "/Endless", "{}")
        .header("Content-Encoding", "gzip")
        .send();

    assertThat(answer.statusCode()).isEqualTo(415);
    assertThat(answer.body()).contains("MediaTypeNotSupported");
  }

  /** Reads this many bytes of the stream as they arrive, then disconnects. */
  private HttpClientResponse read(boolean isHttp2, String codings) {
    var signed = TestRequest.get(server, "/Endless()").headers();
    var client = HttpClient.newConnection();
    return (isHttp2 ? client.protocol(HttpProtocol.H2C) : client)
        .headers(headers -> signed.forEach(headers::set))
        .headers(headers -> headers.set(ACCEPT, Dialect.NDJSON).set(ACCEPT_ENCODING, codings))
        .get()
        .uri(server.uri("/" + AccountName.DEVELOPMENT + "/Endless()"))
        .response((answer, body) -> body.asByteArray()
            .doOnNext(received::writeBytes)
            .takeUntil(chunk -> received.size() >= READ_BYTES)
            .then()
            .thenReturn(answer))
        .blockLast(PATIENCE);
  }
}
