package io.weir.server.http;

import static io.weir.server.http.Http2Frame.CONTINUATION;
import static io.weir.server.http.Http2Frame.END_HEADERS;
import static io.weir.server.http.Http2Frame.END_STREAM;
import static io.weir.server.http.Http2Frame.GOAWAY;
import static io.weir.server.http.Http2Frame.HEADERS;
import static io.weir.server.http.Http2Frame.PING;
import static io.weir.server.http.Http2Frame.RST_STREAM;
import static io.weir.server.http.Http2Frame.SETTINGS;
import static io.weir.server.http.Http2Frame.WINDOW_UPDATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersDecoder;
import io.weir.server.answer.HttpReply;
import io.weir.server.request.UploadCredit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** The limits of an endpoint for HTTP/2 heads. */
final class Http2LimitsTest {

  private static final Duration LIMIT = Duration.ofMillis(400);
  private static final Duration PAUSE = Duration.ofMillis(40);
  private static final String PATH = "/account1/Tables";

  /**
   * A pipeline that is never answered. A loop that falls behind refuses other requests, and a
   * refused one has no stream to reset.
   */
  private static final String NEVER = "/account1/Never/$reads";

  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final int KIB = 1024;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int INITIAL_WINDOW_SIZE = 4;

  private final Http2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();

  @Test
  void aHeadOfSlowContinuationsIsCutAlthoughItNeverPauses() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder().headTimeout(LIMIT));
        var slow = new RawConnection(endpoint.port())) {
      begin(slow);
      var head = Http2Frame.head(PATH, "x".repeat(100));
      slow.send(frame(HEADERS, END_STREAM, head, 0, 1));

      var sent = 1;
      while (sent < head.length - 1 && slow.staysSilent(PAUSE)) {
        slow.send(frame(CONTINUATION, 0, head, sent, sent + 1));
        sent++;
      }

      assertThat(sent).isLessThan(head.length - 1);
      assertThat(slow.untilClosed()).contains(Character.toString(ENHANCE_YOUR_CALM));
    }
  }

  @Test
  void tooLongHeadersAreRefusedAndTheConnectionStays() throws Exception {
    var options = ServerOptions.builder().targetLimitBytes(KIB).headerLimitBytes(KIB);
    try (var endpoint = endpoint(options);
        var client = new RawConnection(endpoint.port())) {
      begin(client);
      client.send(whole(1, "x".repeat(KIB)));
      assertThat(status(Http2Frame.await(client, HEADERS))).isEqualTo(204);

      client.send(whole(3, "x".repeat(2 * KIB)));
      var refused = Http2Frame.await(client, HEADERS);
      assertThat(status(refused)).isEqualTo(431);
      assertThat(refused.flags() & END_STREAM).as("no body").isEqualTo(END_STREAM);
      assertThat(Http2Frame.await(client, RST_STREAM).stream()).isEqualTo(3);

      client.send(Http2Frame.get(5, PATH).bytes());
      assertThat(Http2Frame.await(client, HEADERS).stream()).isEqualTo(5);
    }
  }

  /**
   * A connection starts with a window of 64 KiB, whatever the settings say of its streams, and must
   * be widened: RFC 9113, section 6.9.2.
   */
  @Test
  void theWindowsTakeAWholeRequestAhead() throws IOException {
    try (var endpoint = endpoint(ServerOptions.builder());
        var client = new RawConnection(endpoint.port())) {
      client.send(Http2Frame.BEGINNING);
      var settings = Http2Frame.await(client, SETTINGS).payload();
      client.send(Http2Frame.get(1, PATH).bytes());
      var update = Http2Frame.await(client, WINDOW_UPDATE);

      assertThat(setting(settings, INITIAL_WINDOW_SIZE))
          .isEqualTo(UploadCredit.STREAM_WINDOW_BYTES);
      assertThat(update.stream()).isZero();
      assertThat(update.payload().getInt(0))
          .isGreaterThanOrEqualTo(UploadCredit.STREAM_WINDOW_BYTES - 65_535);
    }
  }

  /** A head a quarter longer than the limit closes the connection. */
  @Test
  void farTooLongHeadersEndTheConnection() throws Exception {
    var options = ServerOptions.builder().targetLimitBytes(KIB).headerLimitBytes(KIB);
    try (var endpoint = endpoint(options);
        var client = new RawConnection(endpoint.port())) {
      begin(client);
      client.send(whole(1, "x".repeat(4 * KIB)));

      assertThat(Http2Frame.await(client, GOAWAY).payload().getInt(4)).isPositive();
    }
  }

  /**
   * A client cancels a stream when it has the first of many results or gives up. That must not
   * affect the connection's other streams.
   */
  @Test
  void usualNumbersOfResetsKeepTheConnection() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder());
        var client = new RawConnection(endpoint.port())) {
      begin(client);
      cancelMany(client, HttpEndpoint.RESETS);

      client.send(Http2Frame.get(2 * HttpEndpoint.RESETS + 1, PATH).bytes());

      assertThat(Http2Frame.await(client, HEADERS).stream()).isEqualTo(2 * HttpEndpoint.RESETS + 1);
    }
  }

  @Test
  void tooManyResetsEndTheConnection() throws Exception {
    try (var endpoint = endpoint(ServerOptions.builder());
        var client = new RawConnection(endpoint.port())) {
      begin(client);
      cancelMany(client, HttpEndpoint.RESETS + 1);

      assertThat(Http2Frame.await(client, GOAWAY).payload().getInt(4)).isEqualTo(ENHANCE_YOUR_CALM);
    }
  }

  private static void cancelMany(RawConnection client, int count) throws IOException {
    for (var stream = 1; stream < 2 * count; stream += 2) {
      client.send(Http2Frame.get(stream, NEVER).bytes());
      client.send(Http2Frame.of(RST_STREAM, 0, stream, CANCEL).bytes());
    }
  }

  private static void begin(RawConnection client) throws IOException {
    client.send(Http2Frame.BEGINNING);
    client.send(Http2Frame.of(PING, 0, 0, new byte[8]).bytes());
    Http2Frame.await(client, PING);
  }

  private static int setting(ByteBuffer settings, int id) {
    for (var at = 0; at < settings.limit(); at += Short.BYTES + Integer.BYTES) {
      if (settings.getShort(at) == id) {
        return settings.getInt(at + Short.BYTES);
      }
    }
    throw new AssertionError("setting id=" + id);
  }

  private static byte[] frame(int type, int flags, byte[] head, int from, int to) {
    return Http2Frame.of(type, flags, 1, Arrays.copyOfRange(head, from, to)).bytes();
  }

  private static byte[] whole(int stream, String value) {
    return Http2Frame.of(HEADERS, END_STREAM | END_HEADERS, stream, Http2Frame.head(PATH, value))
        .bytes();
  }

  /** Decodes heads in the order of their arrival, because one may refer to those before it. */
  private int status(Http2Frame headers) throws Http2Exception {
    var block = Unpooled.wrappedBuffer(headers.payload());
    return Integer.parseInt(
        decoder.decodeHeaders(headers.stream(), block).status().toString());
  }

  private static TestDialect endpoint(ServerOptions.Builder options) {
    return new TestDialect(
        options,
        exchange -> exchange.request().resource().toString().contains("Never")
            ? Mono.never()
            : exchange.reply(HttpReply.of(HttpResponseStatus.NO_CONTENT)));
  }
}
