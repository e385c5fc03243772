package io.weir.server.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.AsciiString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles protocol errors of HTTP/2 clients.
 *
 * <p>Logs a connection error at DEBUG, without a stack trace. The codec has then told the client
 * and closes the connection; the transport would log each stack trace at WARN. Errors of streams
 * and of HTTP/1.1 belong to their requests and are passed on.
 *
 * <p>Resets the stream of a malformed head: RFC 9113, section 8.3.1. Without method or path, the
 * transport's next handler would fail on it and leak a buffer. With a host that differs from the
 * authority, it would cancel the stream without a reason.
 *
 * <p>Stands between the frame codec and the multiplexer, and after an error also at the end of the
 * pipeline. Stateless, so that all connections share it. Runs on the loop of the connection.
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

  /** Returns whether a head is malformed. Trailers have no pseudo-headers and are accepted. */
  private static boolean isMalformed(Http2Headers headers) {
    return headers.method() == null
        ? headers.status() != null || headers.path() != null
        : headers.path() == null || hasOtherHost(headers);
  }

  private static boolean hasOtherHost(Http2Headers headers) {
    var authority = headers.authority();
    if (authority == null || !headers.contains(HttpHeaderNames.HOST)) {
      return false;
    }
    return headers.getAll(HttpHeaderNames.HOST).stream()
        .anyMatch(host -> !AsciiString.contentEqualsIgnoreCase(host, authority));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var pipeline = context.pipeline();
    if (pipeline.get(Http2ConnectionHandler.class) == null) {
      context.fireExceptionCaught(cause);
    } else if (pipeline.lastContext() == context) {
      LOG.debug(
          "http2 connection failed client={} cause={}",
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
