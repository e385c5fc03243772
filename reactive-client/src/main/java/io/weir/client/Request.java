package io.weir.client;

import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;

/**
 * One request, ready to be signed and sent as often as it takes.
 *
 * @param method of HTTP
 * @param path percent-encoded, as it is sent and signed
 * @param query percent-encoded, without its question mark; may be empty
 * @param body frames; empty for none. Read only through duplicates
 */
record Request(HttpMethod method, String path, String query, ByteBuffer body) {

  private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

  static Request of(HttpMethod method, String path, String query) {
    return new Request(method, path, query, NO_BODY);
  }

  static Request post(String path, byte[] body) {
    return new Request(HttpMethod.POST, path, "", ByteBuffer.wrap(body));
  }

  /** Path and query, as they stand in the request line. */
  String target() {
    return query.isEmpty() ? path : path + "?" + query;
  }

  boolean hasBody() {
    return body.hasRemaining();
  }
}
