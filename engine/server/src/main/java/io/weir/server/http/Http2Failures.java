package io.weir.server.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what clients break on connections of HTTP/2.
 *
 * <p>A failure of the connection costs the log a line at DEBUG, without a stack: the codec has by then told the client and closes the
 * connection, and the transport would log the stack of each at WARN. Failures of streams and of HTTP/1.1 belong to their requests, and go
 * on.
 *
 * <p>A head without a method or without a path ends its stream: RFC 9113, section 8.3.1. The transport's next handler would fail on it and
 * lose a buffer.
 *
 * <p>Stands between the codec of frames and the handler that parts their streams, and once more at the end of the pipeline as soon as
 * there was a failure. Has no state, so all connections share it. Runs on the loop of the connection.
 */
@Sharable
final class Http2Failures extends ChannelInboundHandlerAdapter {

  static final String NAME = "weir.http2Failures";

  private static final String LAST = "weir.http2FailuresLast";
  private static final Logger LOG = LoggerFactory.getLogger(Http2Failures.class);

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof Http2HeadersFrame head && isMalformed(head.headers())) {
      var unused = context.writeAndFlush(
          new DefaultHttp2ResetFrame(Http2Error.PROTOCOL_ERROR).stream(head.stream()));
      return;
    }
    context.fireChannelRead(message);
  }

  /** Trailers have none of the three. */
  private static boolean isMalformed(Http2Headers headers) {
    return headers.method() == null
        ? headers.status() != null || headers.path() != null
        : headers.path() == null;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var pipeline = context.pipeline();
    if (pipeline.get(Http2ConnectionHandler.class) == null) {
      context.fireExceptionCaught(cause);
    } else if (pipeline.lastContext() == context) {
      LOG.debug(
          "A connection of HTTP/2 failed. client={} cause={}",
          context.channel().remoteAddress(),
          String.valueOf(cause));
    } else {
      if (pipeline.get(LAST) == null) {
        pipeline.addLast(LAST, this);
      }
      context.fireExceptionCaught(cause);
    }
  }
}
