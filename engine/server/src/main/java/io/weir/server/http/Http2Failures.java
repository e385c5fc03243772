package io.weir.server.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the failures of connections of HTTP/2: a client that sends garbage costs the log a line at DEBUG, without a stack.
 *
 * <p>The codec has by then told the client and closes the connection; the transport would log the stack of each at WARN. Failures of
 * HTTP/1.1 belong to the requests, and go on. Stands at the tail of each pipeline; has no state, so all connections share it.
 */
@Sharable
final class Http2Failures extends ChannelInboundHandlerAdapter {

  static final String NAME = "weir.http2Failures";

  private static final Logger LOG = LoggerFactory.getLogger(Http2Failures.class);

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (context.pipeline().get(Http2ConnectionHandler.class) == null) {
      context.fireExceptionCaught(cause);
      return;
    }
    LOG.debug(
        "A connection of HTTP/2 failed. client={} cause={}",
        context.channel().remoteAddress(),
        String.valueOf(cause));
  }
}
