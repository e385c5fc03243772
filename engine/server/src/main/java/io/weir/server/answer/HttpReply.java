package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/**
 * An answer whose length is known once it is written: status, headers beyond the standard ones, body.
 *
 * <p>Immutable, and it holds no buffer: the body is written on the loop just before it is sent, so a reply that is never sent
 * leaks nothing.
 *
 * @param headers the last header added; absent when there is none
 */
public record HttpReply(HttpResponseStatus status, @Nullable Header headers, Body body) {

  /** Writes a body. Called at most once, on the loop of the connection. */
  @FunctionalInterface
  public interface Body {

    Body EMPTY = allocator -> Unpooled.EMPTY_BUFFER;

    /** The body's bytes, in a buffer that the caller owns. A failure becomes the answer. */
    ByteBuf write(ByteBufAllocator allocator);
  }

  /** One header and those added before it. */
  public record Header(
      CharSequence name, CharSequence value, @Nullable Header before) {}

  /** Without a body. */
  public static HttpReply of(HttpResponseStatus status) {
    return new HttpReply(status, null, Body.EMPTY);
  }

  /** With a body. */
  public static HttpReply of(HttpResponseStatus status, CharSequence contentType, Body body) {
    return new HttpReply(status, new Header(HttpHeaderNames.CONTENT_TYPE, contentType, null), body);
  }

  /** The same with one more header. */
  public HttpReply with(CharSequence name, CharSequence value) {
    return new HttpReply(status, new Header(name, value, headers), body);
  }
}
