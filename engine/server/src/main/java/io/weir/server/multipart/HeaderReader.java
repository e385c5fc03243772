package io.weir.server.multipart;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

/**
 * Reads the heads of parts that follow each other in one body. Most are, byte by byte, like the one before: those are compared, not read,
 * and share its headers. Owned by one thread.
 */
public final class HeaderReader {

  /** The head that was read last, a view of the body, the blank line behind it included; empty where its end was not seen. */
  private ByteBuf last = Unpooled.EMPTY_BUFFER;

  private HttpHeaders headers = EmptyHttpHeaders.INSTANCE;

  /** Headers up to the blank line behind them, or to the end. */
  HttpHeaders next(BodyLines lines) {
    if (!last.isReadable() || !lines.skip(last)) {
      var from = lines.position();
      headers = lines.headers();
      // What ends with the body may go on in another part.
      last = lines.hasNext() ? lines.since(from) : Unpooled.EMPTY_BUFFER;
    }
    return headers;
  }
}
