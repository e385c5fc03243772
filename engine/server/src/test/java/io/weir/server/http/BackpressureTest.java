package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

class BackpressureTest {

  private static final int CHUNK_BYTES = 16 * 1024;
  private static final Duration SOON = Duration.ofSeconds(20);

  /** 64 KiB of window, the chunk that waits after it, and the buffers of the client. */
  private static final int MOST_CHUNKS = 8;

  private final AtomicInteger made = new AtomicInteger();
  private final CompletableFuture<Integer> cancelled = new CompletableFuture<>();

  @Test
  void aClientThatStopsReadingStopsOnlyItsOwnSource() throws Exception {
    try (var endpoint = new TestDialect(ServerOptions.builder(), this::answer)) {
      var reader = stalledReader(endpoint);
      // A separate connection, because the stalled stream has used up the window of the other.
      var others = HttpClient.create(ConnectionProvider.newConnection())
          .host("127.0.0.1")
          .port(endpoint.port());
      for (var i = 0; i < 20; i++) {
        assertThat(others
                .get()
                .uri("/account1/short")
                .responseContent()
                .aggregate()
                .asString()
                .block(SOON))
            .isEqualTo("short");
      }
      var whileStalled = made.get();
      reader.cancel();

      assertThat(whileStalled).isLessThanOrEqualTo(MOST_CHUNKS);
      assertThat(cancelled.get(SOON.toSeconds(), TimeUnit.SECONDS))
          .isLessThanOrEqualTo(MOST_CHUNKS);
    }
  }

  @Test
  void aClosingEndpointCutsUnfinishedRequests() throws Exception {
    var endpoint = new TestDialect(ServerOptions.builder(), this::answer);
    var reader = stalledReader(endpoint);

    endpoint.close(Duration.ofMillis(50));
    reader.cancel();

    assertThat(cancelled.get(SOON.toSeconds(), TimeUnit.SECONDS)).isLessThanOrEqualTo(MOST_CHUNKS);
  }

  private static SlowReader stalledReader(TestDialect endpoint) throws Exception {
    var reader = new SlowReader();
    HttpClient.create(ConnectionProvider.newConnection())
        .protocol(HttpProtocol.H2C)
        .host("127.0.0.1")
        .port(endpoint.port())
        .get()
        .uri("/account1/endless")
        .responseContent()
        .asByteArray()
        .subscribe(reader);
    reader.first.get(SOON.toSeconds(), TimeUnit.SECONDS);
    return reader;
  }

  private Publisher<Void> answer(HttpExchange exchange) {
    if (exchange.request().resource().toString().contains("short")) {
      return exchange.reply(HttpReply.of(
          HttpResponseStatus.OK,
          "text/plain",
          allocator -> ByteBufUtil.writeUtf8(allocator, "short")));
    }
    var endless = Flux.<ByteBuf>generate(sink -> {
          made.incrementAndGet();
          sink.next(Unpooled.wrappedBuffer(new byte[CHUNK_BYTES]));
        })
        .doOnCancel(() -> cancelled.complete(made.get()));
    return exchange.stream(HttpReply.of(HttpResponseStatus.OK), endless);
  }

  /** Takes one buffer and then no more. */
  private static final class SlowReader extends BaseSubscriber<byte[]> {

    final CompletableFuture<Integer> first = new CompletableFuture<>();

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      subscription.request(1);
    }

    @Override
    protected void hookOnNext(byte[] bytes) {
      first.complete(bytes.length);
    }

    @Override
    protected void hookOnError(Throwable failure) {
      first.completeExceptionally(failure);
    }
  }
}
