package io.weir.server.multipart;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.server.request.MediaType;

/**
 * One part of a multipart body.
 *
 * @param headers of the part, and perhaps of others: not to be changed
 * @param content a view of the body it stands in
 */
public record Part(HttpHeaders headers, ByteBuf content) {

  static Part read(ByteBuf bytes, Heads heads) {
    var lines = new Lines(bytes);
    return new Part(heads.next(lines), lines.rest());
  }

  public MediaType contentType() {
    return MediaType.parse(headers.get(HttpHeaderNames.CONTENT_TYPE, ""));
  }
}
