package io.weir.client.credential;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.client.exchange.OutboundRequest;

/**
 * The proof for one attempt of a request: a header, or query options. Its text is secret. Internal
 * to the client: not an API.
 *
 * @param date value of {@code x-ms-date}
 * @param header value of {@code Authorization}; empty for none
 * @param query percent-encoded options; empty for none
 */
public record Authorization(String date, String header, String query) {

  static Authorization header(String date, String value) {
    return new Authorization(date, value, "");
  }

  static Authorization query(String date, String options) {
    return new Authorization(date, "", options);
  }

  /** Returns path and query of a request, with this proof's options. */
  public String target(OutboundRequest request) {
    if (query.isEmpty()) {
      return request.target();
    }
    return request.target() + (request.query().isEmpty() ? "?" : "&") + query;
  }

  public void setOn(HttpHeaders headers) {
    headers.set("x-ms-date", date);
    if (!header.isEmpty()) {
      headers.set(HttpHeaderNames.AUTHORIZATION, header);
    }
  }

  /** Shows no secret. */
  @Override
  public String toString() {
    return "Authorization[" + (query.isEmpty() ? "header" : "query") + "]";
  }
}
