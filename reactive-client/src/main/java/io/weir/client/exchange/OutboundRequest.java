package io.weir.client.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import reactor.core.publisher.Flux;

/**
 * One request, ready to be signed and sent as often as it takes.
 *
 * @param protocol what it is sent by
 * @param method of HTTP
 * @param path percent-encoded, as it is sent and signed
 * @param query percent-encoded, without its question mark; may be empty
 * @param headers what the dialect says in headers; neither length nor proof
 * @param body empty for none. Read only through duplicates
 * @param upload a body that is made while it is sent, in chunks that belong to who subscribes; absent for all others. Its answer
 *     may begin, and pause, as the body does: who makes the body watches it for silence
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

  /** Without a body. */
  public static OutboundRequest of(
      Protocol protocol, HttpMethod method, String path, String query, String accepted) {
    return new OutboundRequest(
        protocol, method, path, query, Map.of("accept", accepted), NO_BODY, Optional.empty());
  }

  /** The same with a body that is known. */
  public OutboundRequest with(byte[] content, String contentType) {
    return new OutboundRequest(
            protocol, method, path, query, headers, ByteBuffer.wrap(content), Optional.empty())
        .with("content-type", contentType);
  }

  /** The same with a body that is made while it is sent. */
  public OutboundRequest with(Upload chunks, String contentType) {
    return new OutboundRequest(protocol, method, path, query, headers, NO_BODY, Optional.of(chunks))
        .with("content-type", contentType);
  }

  /** The same with one more header. */
  public OutboundRequest with(String header, String value) {
    var more = new TreeMap<>(headers);
    more.put(header, value);
    return new OutboundRequest(protocol, method, path, query, more, body, upload);
  }

  /** Path and query, as they stand in the request line. */
  public String target() {
    return query.isEmpty() ? path : path + "?" + query;
  }

  /** A body that is made while it is sent. */
  @FunctionalInterface
  public interface Upload {

    /**
     * Its chunks.
     *
     * @param loop of the connection that they leave by
     */
    Flux<ByteBuf> chunks(Executor loop);
  }

  public boolean hasBody() {
    return body.hasRemaining();
  }
}
