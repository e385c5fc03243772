package io.weir.server.request;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Credit of a connection for an upload that may be made to wait.
 *
 * <p>HTTP/2 counts what a stream has not read against the connection, too. A connection begins with a window of one or two streams, and
 * as many uploads that wait for their shards or for room would stop every other body beside them, even of those that they wait for.
 * Source: RFC 9113, section 5.2.
 *
 * <p>Twice the window of a stream, because credit is given back only when half of the window has been read: with all that uploads may
 * leave unread, another stream must still be able to read that half. HTTP/1.1 carries one request at a time, and needs none.
 *
 * <p>Belongs to the loop of the connection.
 */
public final class UploadCredit {

  /**
   * What a client may send of a request ahead of what is read: as much as Weir's puts of single writes into one, so that it leaves as a
   * whole. With HTTP/2's 64 KiB it crosses in pieces of 32, each of which waits for both sides to have come to their sockets. Netty's
   * codec widens the window of the connection along with it, by twice the difference, however the connection came to HTTP/2.
   */
  public static final int STREAM_WINDOW_BYTES = 256 * 1024;

  private static final Logger LOG = LoggerFactory.getLogger(UploadCredit.class);

  private final Channel connection;
  private final Http2FrameCodec codec;
  private final int bytes;

  private UploadCredit(Channel connection, Http2FrameCodec codec) {
    this.connection = connection;
    this.codec = codec;
    this.bytes = 2 * codec.connection().local().flowController().initialWindowSize();
  }

  /**
   * Gives it; null where there is none to be given.
   *
   * @param channel of the request: of HTTP/2 a stream's
   */
  public static @Nullable UploadCredit give(Channel channel) {
    var connection = channel.parent();
    var codec = connection == null ? null : connection.pipeline().get(Http2FrameCodec.class);
    if (codec == null) {
      return null;
    }
    var credit = new UploadCredit(connection, codec);
    credit.change(credit.bytes);
    return credit;
  }

  /** Takes it back: as much is not given again once it has been used. */
  public void takeBack() {
    change(-bytes);
  }

  private void change(int difference) {
    if (!connection.isActive()) {
      return;
    }
    var flow = codec.connection().local().flowController();
    try {
      flow.incrementWindowSize(codec.connection().connectionStream(), difference);
    } catch (Http2Exception e) {
      LOG.debug("A connection keeps its window. difference={}", difference, e);
    }
    var context = connection.pipeline().context(codec);
    if (context != null) {
      context.flush();
    }
  }
}
