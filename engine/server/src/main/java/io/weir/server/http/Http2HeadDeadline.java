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
 * {@link HeadDeadline} for a connection of HTTP/2: a head must be whole a while after its first byte, or the connection is told to go
 * away ({@code ENHANCE_YOUR_CALM}) and closed. Nothing else can come on it while a head is under way, so there is nobody else to spare.
 *
 * <p>Sits in front of the codec, behind the encryption. Owned by the loop of the connection.
 */
final class Http2HeadDeadline extends ChannelInboundHandlerAdapter {

  private static final int GOAWAY_PAYLOAD = 8;

  private final Duration patience;
  private final Http2Heads heads;
  private @Nullable Future<?> deadline;
  private long watched;

  /**
   * @param patience how long a head may take
   * @param preface bytes that come before the first frame
   */
  Http2HeadDeadline(Duration patience, int preface) {
    this.patience = patience;
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
          .schedule(() -> expire(context), patience.toNanos(), TimeUnit.NANOSECONDS);
    }
  }

  private void disarm() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  /** Any stream that was begun may have been carried out. RFC 9113, section 6.8. */
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
