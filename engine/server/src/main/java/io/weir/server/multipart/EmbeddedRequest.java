package io.weir.server.multipart;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A request that travels as a part.
 *
 * @param method as it was sent
 * @param target as it was sent: a path, or an absolute address
 * @param headers of the message, not of the part; perhaps shared with other messages of the body
 * @param content a view of the body it stands in
 */
public record EmbeddedRequest(String method, String target, HttpHeaders headers, ByteBuf content) {

  /** The media type of a part that is a message. */
  public static final String MEDIA_TYPE = "application/http";

  private static final String VERSION = "HTTP/1.";

  /**
   * Fails with {@code InvalidInput} when the part is no request.
   *
   * @param heads of the messages of one body
   */
  public static EmbeddedRequest read(Part part, HeaderReader heads) {
    if (!part.contentType().name().equals(MEDIA_TYPE)) {
      throw malformed("part:" + MEDIA_TYPE);
    }
    var lines = new BodyLines(part.content().slice());
    var line = lines.nextText().strip();
    var first = line.indexOf(' ');
    var last = line.lastIndexOf(' ');
    if (first <= 0 || last == first || !line.startsWith(VERSION, last + 1)) {
      throw malformed("requestLine");
    }
    var target = line.substring(first + 1, last).strip();
    return new EmbeddedRequest(line.substring(0, first), target, heads.next(lines), lines.rest());
  }

  /** A copy of the content. */
  public byte[] body() {
    return ByteBufUtil.getBytes(content);
  }

  private static InvalidRequestException malformed(String expected) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " in=multipartBody");
  }
}
