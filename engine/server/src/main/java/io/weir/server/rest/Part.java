package io.weir.server.rest;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.server.request.MediaType;

/**
 * A part of a multipart body.
 *
 * @param headers headers of the part; shared with other parts, so they must not be changed
 * @param content view of the body that contains the part
 */
record Part(HttpHeaders headers, ByteBuf content) {

  static Part read(ByteBuf bytes, HeaderReader headerReader) {
    var lines = new MultipartLines(bytes);
    return new Part(headerReader.next(lines), lines.rest());
  }

  MediaType contentType() {
    return MediaType.parse(headers.get(HttpHeaderNames.CONTENT_TYPE, ""));
  }
}
