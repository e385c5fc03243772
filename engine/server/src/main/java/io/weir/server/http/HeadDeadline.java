package io.weir.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that send the head of a request too slowly, a way to hold connections without
 * requests.
 *
 * <p>The head must be complete within a fixed time after its first byte, however often bytes
 * arrive. An idle timeout cannot enforce that; it handles connections that send nothing.
 * {@link Http2HeadDeadline} takes over HTTP/2 connections, whose bytes belong to several requests.
 *
 * <p>Stands before the HTTP codec and after TLS in the pipeline. Owned by the loop of the
 * connection.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {

  static final String NAME = "weir.headDeadline";
  private static final ByteBuf HTTP_2_PREFACE = Http2CodecUtil.connectionPrefaceBuf();
  private static final byte[] ANSWER =
      "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
          .getBytes(US_ASCII);

  private final Duration timeout;
  private @Nullable Future<?> deadline;
  private boolean served;

  /** Whether an incomplete head has arrived. Most heads arrive complete and need no timer. */
  private boolean partial;

  private HeadDeadline(Duration timeout) {
    this.timeout = timeout;
  }

  static void installOn(Channel channel, Duration timeout) {
    var pipeline = channel.pipeline();
    var encryption = pipeline.context(SslHandler.class);
    if (encryption == null) {
      pipeline.addFirst(NAME, new HeadDeadline(timeout));
    } else {
      pipeline.addAfter(encryption.name(), NAME, new HeadDeadline(timeout));
    }
  }

  /**
   * Reports that a request's head is complete. Until its answer is sent, further bytes belong to
   * its body.
   */
  static void begun(Channel channel) {
    if (channel instanceof Http2StreamChannel stream) {
      // The connection was upgraded from an HTTP/1.1 request.
      if (stream.parent().pipeline().get(NAME) instanceof HeadDeadline handler) {
        handler.followFrames(stream.parent().pipeline());
      }
    } else if (channel.pipeline().get(NAME) instanceof HeadDeadline handler) {
      handler.disarm();
      handler.partial = false;
      handler.served = true;
    }
  }

  /** Reports that the request is answered. The next byte begins another. */
  static void ended(Channel channel) {
    if (channel.pipeline().get(NAME) instanceof HeadDeadline handler) {
      handler.served = false;
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!served && message instanceof ByteBuf bytes && bytes.isReadable()) {
      if (isHttp2(bytes)) {
        var next = followFrames(context.pipeline());
        next.channelRead(context.pipeline().context(next), message);
        return;
      }
      partial = true;
    }
    context.fireChannelRead(message);
    if (partial) {
      arm(context);
    }
  }

  /** Hands the connection over to the HTTP/2 handler. The preface is the next input. */
  private Http2HeadDeadline followFrames(ChannelPipeline pipeline) {
    var next = new Http2HeadDeadline(timeout, HTTP_2_PREFACE.readableBytes());
    pipeline.replace(this, NAME, next);
    return next;
  }

  private void arm(ChannelHandlerContext context) {
    if (deadline == null) {
      deadline = context
          .executor()
          .schedule(() -> expire(context), timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Cancels the deadline. A removal may happen while bytes are read that upgrade the protocol;
   * these bytes then start no deadline.
   */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    disarm();
    partial = false;
  }

  private void disarm() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  private static void expire(ChannelHandlerContext context) {
    context.writeAndFlush(Unpooled.wrappedBuffer(ANSWER)).addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Returns whether the bytes are the HTTP/2 preface. Clients send it in one piece; a client that
   * does not is held to the deadline.
   */
  private static boolean isHttp2(ByteBuf bytes) {
    return bytes.readableBytes() >= HTTP_2_PREFACE.readableBytes()
        && ByteBufUtil.equals(
            bytes,
            bytes.readerIndex(),
            HTTP_2_PREFACE,
            HTTP_2_PREFACE.readerIndex(),
            HTTP_2_PREFACE.readableBytes());
  }
}
