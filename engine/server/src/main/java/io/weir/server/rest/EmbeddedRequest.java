package io.weir.server.rest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * An HTTP request inside a part.
 *
 * @param method method as the client sent it
 * @param target path or absolute URI as the client sent it
 * @param headers headers of the request, not of the part; shared with other requests of the body,
 *     so they must not be changed
 * @param content view of the body that contains the request
 */
record EmbeddedRequest(String method, String target, HttpHeaders headers, ByteBuf content) {

  /** The media type of a part that contains a request. */
  static final String MEDIA_TYPE = "application/http";

  private static final String VERSION = "HTTP/1.";

  /**
   * Parses the request in a part. Fails with {@code InvalidInput} if the part contains none.
   *
   * @param headerReader reader for all requests of one body
   */
  static EmbeddedRequest read(Part part, HeaderReader headerReader) {
    if (!part.contentType().name().equals(MEDIA_TYPE)) {
      throw malformed("part:" + MEDIA_TYPE);
    }
    var lines = new MultipartLines(part.content().slice());
    var line = lines.nextText().strip();
    var first = line.indexOf(' ');
    var last = line.lastIndexOf(' ');
    if (first <= 0 || last == first || !line.startsWith(VERSION, last + 1)) {
      throw malformed("requestLine");
    }
    var target = line.substring(first + 1, last).strip();
    return new EmbeddedRequest(
        line.substring(0, first), target, headerReader.next(lines), lines.rest());
  }

  /** Returns a copy of the content. */
  byte[] body() {
    return ByteBufUtil.getBytes(content);
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=multipartBody");
  }
}
