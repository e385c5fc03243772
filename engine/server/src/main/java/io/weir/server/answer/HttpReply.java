package io.weir.server.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An answer in one piece: status, headers beyond the standard ones, and body.
 *
 * <p>Immutable. A reply holds no buffer: the body is written on the loop just before it is sent, so
 * an unsent reply leaks nothing.
 *
 * @param headers the last header added; null if there is none
 */
public record HttpReply(HttpResponseStatus status, @Nullable Header headers, Body body) {

  /** Writes a body. Called at most once, on the loop of the connection. */
  @FunctionalInterface
  public interface Body {

    Body EMPTY = allocator -> Unpooled.EMPTY_BUFFER;

    /** Returns the body in a buffer that the caller owns. A failure becomes the answer. */
    ByteBuf write(ByteBufAllocator allocator);
  }

  /** A header and, before it, those added earlier. */
  public record Header(
      CharSequence name, CharSequence value, @Nullable Header before) {}

  /** Returns a reply without a body. */
  public static HttpReply of(HttpResponseStatus status) {
    return new HttpReply(status, null, Body.EMPTY);
  }

  /** Returns a reply with a body. */
  public static HttpReply of(HttpResponseStatus status, CharSequence contentType, Body body) {
    return new HttpReply(status, new Header(HttpHeaderNames.CONTENT_TYPE, contentType, null), body);
  }

  /**
   * Returns a reply with a JSON body.
   *
   * @param write appends the body to a buffer; when it fails, the buffer is released
   */
  public static HttpReply json(HttpResponseStatus status, Consumer<ByteBuf> write) {
    return of(status, HttpHeaderValues.APPLICATION_JSON, allocator -> {
      var body = allocator.buffer();
      try {
        write.accept(body);
        return body;
      } catch (RuntimeException | Error e) {
        body.release();
        throw e;
      }
    });
  }

  /** Returns this reply with one more header. */
  public HttpReply with(CharSequence name, CharSequence value) {
    return new HttpReply(status, new Header(name, value, headers), body);
  }
}
