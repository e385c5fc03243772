package io.weir.client.rest;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.client.exchange.Refusal;
import io.weir.client.exchange.ResponseReader;
import java.nio.ByteBuffer;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.netty.http.client.HttpClientResponse;

/**
 * The bytes of a value from an offset on, as one answer brings them. Belongs to one answer. Runs on
 * the loop of the connection.
 */
final class ValuePart {

  private static final int PARTIAL = 206;

  /** How many bytes come before the offset. */
  private long before;

  private ValuePart(long before) {
    this.before = before;
  }

  /**
   * Reads the answer to a request for the rest from an offset. What stands between may ignore the
   * range and answer with the whole value; the bytes before the offset are then dropped. Fails with
   * {@code InvalidRange}, which is not repeated, for any other part.
   */
  static ResponseReader<ByteBuffer> from(long offset) {
    return (response, body) -> Refusal.isSuccess(response)
        ? parts(response, body, offset)
        : RestAnswer.refused(response, body);
  }

  private static Flux<List<ByteBuffer>> parts(
      HttpClientResponse response, Flux<ByteBuf> body, long offset) {
    if (response.status().code() != PARTIAL) {
      return new ValuePart(offset).parts(body);
    }
    var range = response.responseHeaders().get(HttpHeaderNames.CONTENT_RANGE, "");
    return range.startsWith("bytes " + offset + "-")
        ? new ValuePart(0).parts(body)
        : body.take(0).thenMany(Flux.error(anotherPart(offset, range)));
  }

  private static InvalidRequestException anotherPart(long offset, String range) {
    return new InvalidRequestException(
        ErrorCode.INVALID_RANGE,
        "Another part was answered than the rest from byte " + offset + ": " + range);
  }

  private Flux<List<ByteBuffer>> parts(Flux<ByteBuf> body) {
    return body.map(this::part);
  }

  private List<ByteBuffer> part(ByteBuf chunk) {
    var dropped = (int) Math.min(before, chunk.readableBytes());
    before -= dropped;
    chunk.skipBytes(dropped);
    var bytes = new byte[chunk.readableBytes()];
    chunk.readBytes(bytes);
    return bytes.length == 0 ? List.of() : List.of(ByteBuffer.wrap(bytes));
  }
}
