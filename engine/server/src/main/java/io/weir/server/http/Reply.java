package io.weir.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose length is known: status, headers beyond the standard ones, body.
 *
 * <p>The body belongs to the reply until it is sent; whoever drops a reply releases it.
 *
 * @param headers the last header added; absent when there is none
 */
public record Reply(HttpResponseStatus status, @Nullable Header headers, ByteBuf body) {

  /** One header and those added before it. */
  public record Header(
      CharSequence name, CharSequence value, @Nullable Header before) {}

  /** Without a body. */
  public static Reply of(HttpResponseStatus status) {
    return new Reply(status, null, Unpooled.EMPTY_BUFFER);
  }

  /** With a body, whose ownership the reply takes. */
  public static Reply of(HttpResponseStatus status, CharSequence contentType, ByteBuf body) {
    return new Reply(status, new Header(HttpHeaderNames.CONTENT_TYPE, contentType, null), body);
  }

  /** The same with one more header. */
  public Reply with(CharSequence name, CharSequence value) {
    return new Reply(status, new Header(name, value, headers), body);
  }
}
