package io.weir.server.request;

import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extra flow-control credit of a connection, for an upload that may wait.
 *
 * <p>HTTP/2 counts the unread bytes of a stream against its connection too. A connection starts
 * with a window of one or two streams. A few uploads that wait for their shards or for memory would
 * stop every other stream of the connection, even those that they wait for. Source: RFC 9113,
 * section 5.2.
 *
 * <p>The credit is twice the window of a stream, because Netty returns credit only after half of
 * the window has been read. Another stream must be able to read that half, whatever uploads leave
 * unread. HTTP/1.1 carries one request at a time and needs no credit.
 *
 * <p>Belongs to the loop of the connection.
 */
public final class UploadCredit {

  /**
   * Bytes of a request that a client may send before the server reads them: the largest group of
   * single writes that Weir's client puts into one request, so that it is sent without a pause.
   *
   * <p>With HTTP/2's default of 64 KiB such a request crosses in parts of 32 KiB, and each waits
   * for a turn of both sides. Netty's codec widens the window of the connection too, by twice the
   * difference, however the connection came to HTTP/2.
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
   * Gives credit to the request's connection and returns it; null on HTTP/1.1.
   *
   * @param channel the request's channel; in HTTP/2 that of its stream
   */
  static @Nullable UploadCredit give(Channel channel) {
    var connection = channel.parent();
    var codec = connection == null ? null : connection.pipeline().get(Http2FrameCodec.class);
    if (codec == null) {
      return null;
    }
    var credit = new UploadCredit(connection, codec);
    credit.change(credit.bytes);
    return credit;
  }

  /** Takes the credit back: once it has been used, that much is not granted again. */
  void takeBack() {
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
      LOG.debug("flow-control window not changed difference={}", difference, e);
    }
    var context = connection.pipeline().context(codec);
    if (context != null) {
      context.flush();
    }
  }
}
