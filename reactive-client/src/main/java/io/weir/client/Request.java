package io.weir.client;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.util.Optional;
import reactor.core.publisher.Flux;

/**
 * One request, ready to be signed and sent as often as it takes.
 *
 * @param method of HTTP
 * @param path percent-encoded, as it is sent and signed
 * @param query percent-encoded, without its question mark; may be empty
 * @param body frames; empty for none. Read only through duplicates
 * @param upload a body that is made while it is sent, in chunks that belong to who subscribes; absent for all others. Its answer
 *     may begin, and pause, as the body does: it is not watched for silence
 */
record Request(
    HttpMethod method, String path, String query, ByteBuffer body, Optional<Flux<ByteBuf>> upload) {

  private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

  static Request of(HttpMethod method, String path, String query) {
    return new Request(method, path, query, NO_BODY, Optional.empty());
  }

  static Request post(String path, byte[] body) {
    return new Request(HttpMethod.POST, path, "", ByteBuffer.wrap(body), Optional.empty());
  }

  static Request upload(String path, Flux<ByteBuf> chunks) {
    return new Request(HttpMethod.POST, path, "", NO_BODY, Optional.of(chunks));
  }

  /** Path and query, as they stand in the request line. */
  String target() {
    return query.isEmpty() ? path : path + "?" + query;
  }

  boolean hasBody() {
    return body.hasRemaining();
  }
}
