package io.weir.server.rest;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * Reads the headers of consecutive parts of one body. Most parts repeat the headers of the part
 * before them byte by byte. Such headers are compared instead of parsed, and the parts share them.
 * Used by one thread.
 */
final class HeaderReader {

  /**
   * A view of the bytes that were parsed last, including the blank line after them; empty if the
   * body ended before a blank line.
   */
  private ByteBuf last = Unpooled.EMPTY_BUFFER;

  private HttpHeaders headers = EmptyHttpHeaders.INSTANCE;

  /** Returns the headers up to the next blank line, or up to the end of the body. */
  HttpHeaders next(MultipartLines lines) {
    if (!last.isReadable() || !lines.skip(last)) {
      var from = lines.position();
      headers = lines.headers();
      // Headers that end with the body are not reused: another part may continue after the same
      // bytes.
      last = lines.hasNext() ? lines.since(from) : Unpooled.EMPTY_BUFFER;
    }
    return headers;
  }
}
