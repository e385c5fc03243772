package io.weir.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;

/** A short streamed answer is sent whole with its length, a long one chunk by chunk. */
final class StreamedBodyTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  @Test
  void anAnswerOfOneChunkIsSentWithItsLength() {
    assertThat(lengthOf(Flux.defer(() -> Flux.just(chunk("whole"))))).contains("5");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 20})
  void anAnswerOfSeveralChunksIsSentChunkByChunk(int chunks) {
    assertThat(lengthOf(Flux.range(0, chunks).map(number -> chunk("piece")))).isEmpty();
  }

  @Test
  void aChunkArrivesBeforeTheNextIsProduced() throws Exception {
    var rest = Sinks.<ByteBuf>one();
    var chunks = Flux.defer(() -> Flux.just(chunk("first"))).concatWith(rest.asMono());
    try (var endpoint = endpoint(chunks)) {
      var parts = new ArrayList<String>();
      client(endpoint)
          .responseContent()
          .asString()
          .doOnNext(part -> {
            if (parts.isEmpty()) {
              rest.emitValue(chunk("second"), Sinks.EmitFailureHandler.FAIL_FAST);
            }
            parts.add(part);
          })
          .blockLast(SOON);

      assertThat(parts).isEqualTo(List.of("first", "second"));
    }
  }

  private static Optional<String> lengthOf(Flux<ByteBuf> chunks) {
    try (var endpoint = endpoint(chunks)) {
      return Optional.ofNullable(client(endpoint)
          .responseSingle((response, body) -> body.asString()
              .map(any -> Optional.ofNullable(
                  response.responseHeaders().get(HttpHeaderNames.CONTENT_LENGTH))))
          .blockOptional(SOON)
          .orElseThrow()
          .orElse(null));
    }
  }

  private static TestDialect endpoint(Flux<ByteBuf> chunks) {
    return new TestDialect(
        ServerOptions.builder(),
        exchange -> exchange.stream(HttpReply.of(HttpResponseStatus.OK), chunks));
  }

  private static HttpClient.ResponseReceiver<?> client(TestDialect endpoint) {
    return HttpClient.newConnection()
        .host("127.0.0.1")
        .port(endpoint.port())
        .get()
        .uri("/account1/Any");
  }

  private static ByteBuf chunk(String text) {
    return Unpooled.copiedBuffer(text, UTF_8);
  }
}
