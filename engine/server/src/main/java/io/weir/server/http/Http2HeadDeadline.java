package io.weir.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The {@link HeadDeadline} of an HTTP/2 connection. A head must be complete within a fixed time
 * after its first byte; otherwise the connection receives GOAWAY with {@code ENHANCE_YOUR_CALM} and
 * is closed. No other frame may arrive within a head, so no other stream is in the middle of
 * sending.
 *
 * <p>Stands before the HTTP codec and after TLS in the pipeline. Owned by the loop of the
 * connection.
 */
final class Http2HeadDeadline extends ChannelInboundHandlerAdapter {

  private static final int GOAWAY_PAYLOAD = 8;

  private final Duration timeout;
  private final Http2Heads heads;
  private @Nullable Future<?> deadline;
  private long watched;

  /**
   * Creates a deadline.
   *
   * @param timeout longest time for a head
   * @param preface bytes before the first frame
   */
  Http2HeadDeadline(Duration timeout, int preface) {
    this.timeout = timeout;
    this.heads = new Http2Heads(preface);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      heads.follow(bytes);
      watch(context);
    }
    context.fireChannelRead(message);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    disarm();
  }

  private void watch(ChannelHandlerContext context) {
    if (deadline != null && (!heads.isOpen() || heads.begun() != watched)) {
      disarm();
    }
    if (deadline == null && heads.isOpen()) {
      watched = heads.begun();
      deadline = context
          .executor()
          .schedule(() -> expire(context), timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void disarm() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  /**
   * Sends GOAWAY with the highest stream id, because any stream may have been carried out: RFC
   * 9113, section 6.8.
   */
  private static void expire(ChannelHandlerContext context) {
    var goAway = Unpooled.buffer(Http2CodecUtil.FRAME_HEADER_LENGTH + GOAWAY_PAYLOAD)
        .writeMedium(GOAWAY_PAYLOAD)
        .writeByte(Http2FrameTypes.GO_AWAY)
        .writeByte(0)
        .writeInt(0)
        .writeInt(Integer.MAX_VALUE)
        .writeInt((int) Http2Error.ENHANCE_YOUR_CALM.code());
    context.writeAndFlush(goAway).addListener(ChannelFutureListener.CLOSE);
  }
}
