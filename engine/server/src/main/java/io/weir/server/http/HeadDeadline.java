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
 * Cuts connections that send the head of a request byte by byte, to hold the connection without asking anything.
 *
 * <p>A head must be whole a while after its first byte; how often bytes arrive in between counts for nothing, which is why an idle
 * timeout does not do. A connection that sends nothing is left to that one. One of HTTP/2 is handed over to
 * {@link Http2HeadDeadline}, for its bytes are not of one request.
 *
 * <p>Sits in front of the codec, behind the encryption. Owned by the loop of the connection.
 */
final class HeadDeadline extends ChannelInboundHandlerAdapter {

  static final String NAME = "weir.headDeadline";
  private static final ByteBuf HTTP_2_PREFACE = Http2CodecUtil.connectionPrefaceBuf();
  private static final byte[] ANSWER =
      "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
          .getBytes(US_ASCII);

  private final Duration patience;
  private @Nullable Future<?> deadline;
  private boolean served;

  /** Bytes came of a head that was not whole with them. Most heads are, and need no timer. */
  private boolean partial;

  private HeadDeadline(Duration patience) {
    this.patience = patience;
  }

  static void installOn(Channel channel, Duration patience) {
    var pipeline = channel.pipeline();
    var encryption = pipeline.context(SslHandler.class);
    if (encryption == null) {
      pipeline.addFirst(NAME, new HeadDeadline(patience));
    } else {
      pipeline.addAfter(encryption.name(), NAME, new HeadDeadline(patience));
    }
  }

  /** A request's head is whole; until it is answered, bytes that arrive are its body's. */
  static void begun(Channel channel) {
    if (channel instanceof Http2StreamChannel stream) {
      // The connection began with a request of HTTP/1.1 that asked for this protocol.
      if (stream.parent().pipeline().get(NAME) instanceof HeadDeadline handler) {
        handler.followFrames(stream.parent().pipeline());
      }
    } else if (channel.pipeline().get(NAME) instanceof HeadDeadline handler) {
      handler.disarm();
      handler.partial = false;
      handler.served = true;
    }
  }

  /** The request is answered; the next byte begins another. */
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

  /** Leaves the connection to who knows its frames, of which the preface comes next. */
  private Http2HeadDeadline followFrames(ChannelPipeline pipeline) {
    var next = new Http2HeadDeadline(patience, HTTP_2_PREFACE.readableBytes());
    pipeline.replace(this, NAME, next);
    return next;
  }

  private void arm(ChannelHandlerContext context) {
    if (deadline == null) {
      deadline = context
          .executor()
          .schedule(() -> expire(context), patience.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  /** This may happen within the reading of bytes, when they ask for another protocol: no deadline comes of them then. */
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

  /** A client sends its preface in one piece; one that does not is held to the deadline. */
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
