package io.weir.client.exchange;

import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One request, ready to be signed and sent any number of times.
 *
 * @param protocol that it is sent by
 * @param method of HTTP
 * @param path percent-encoded, as it is sent and signed
 * @param query percent-encoded, without the question mark; may be empty
 * @param headers of the dialect; without length and proof
 * @param body empty for none. Read it through duplicates only
 * @param upload a body that is made while it is sent; absent for all other requests. The answer may
 *     begin, and pause, while the body does, so the maker of the body watches for silence
 */
public record OutboundRequest(
    Protocol protocol,
    HttpMethod method,
    String path,
    String query,
    Map<String, String> headers,
    ByteBuffer body,
    Optional<Upload> upload) {

  private static final ByteBuffer NO_BODY = ByteBuffer.allocate(0);

  public OutboundRequest {
    headers = Map.copyOf(headers);
  }

  /** Returns a request without a body. */
  public static OutboundRequest of(
      Protocol protocol, HttpMethod method, String path, String query, String accepted) {
    return new OutboundRequest(
        protocol, method, path, query, Map.of("accept", accepted), NO_BODY, Optional.empty());
  }

  /** Returns this request with a known body. */
  public OutboundRequest with(byte[] content, String contentType) {
    return new OutboundRequest(
            protocol, method, path, query, headers, ByteBuffer.wrap(content), Optional.empty())
        .with("content-type", contentType);
  }

  /** Returns this request with a body that is made while it is sent. */
  public OutboundRequest with(Upload chunks, String contentType) {
    return new OutboundRequest(protocol, method, path, query, headers, NO_BODY, Optional.of(chunks))
        .with("content-type", contentType);
  }

  /**
   * Returns this request without a body, whose answer may be long in coming. The upload emits
   * nothing and watches for silence.
   */
  public OutboundRequest with(Upload nothing) {
    return new OutboundRequest(
        protocol, method, path, query, headers, NO_BODY, Optional.of(nothing));
  }

  /** Returns this request with one more header. */
  public OutboundRequest with(String header, String value) {
    var more = new TreeMap<>(headers);
    more.put(header, value);
    return new OutboundRequest(protocol, method, path, query, more, body, upload);
  }

  /** Returns path and query as they stand in the request line. */
  public String target() {
    return query.isEmpty() ? path : path + "?" + query;
  }

  /**
   * Returns the path as the account's key signs it: with {@code ?comp=VALUE} if the query has this
   * option.
   */
  public String signedPath() {
    for (var option : query.split("&", -1)) {
      if (option.startsWith("comp=")) {
        return path + "?" + option;
      }
    }
    return path;
  }

  public boolean hasBody() {
    return body.hasRemaining();
  }
}
