package io.weir.client.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.ssl.SslHandler;

/**
 * Opens the flow control window of a whole connection wide enough for all its streams.
 *
 * <p>HTTP/2 counts what a stream has not read against the connection, too. With both windows equal, which is where a connection
 * begins, a single subscriber that stops reading would stop every other request beside it. Source: RFC 9113, section 5.2.
 *
 * <p>Twice as wide, because credit is given back only when half of the window has been read: with all streams but one unread, the
 * one must still be able to read that half.
 *
 * <p>Any thread.
 */
final class ConnectionWindow {

  private static final int INITIAL_BYTES = 65_535;

  private final int moreBytes;

  /** Room for as many streams, each of which may leave as much unread. */
  ConnectionWindow(int streamBytes, int streams) {
    var bytes = Math.min(2L * streamBytes * streams, Integer.MAX_VALUE);
    this.moreBytes = (int) bytes - INITIAL_BYTES;
  }

  void installOn(Channel channel) {
    if (moreBytes <= 0) {
      return;
    }
    var encryption = channel.pipeline().get(SslHandler.class);
    if (encryption == null) {
      channel.pipeline().addFirst(new Opener());
    } else {
      // The codec is put in place by what hears of the end of the handshake, just after this does.
      encryption
          .handshakeFuture()
          .addListener(done -> channel.eventLoop().execute(() -> openUnlessFailed(channel)));
    }
  }

  private void openUnlessFailed(Channel channel) {
    if (channel.pipeline().get(Http2FrameCodec.class) != null) {
      open(channel.pipeline());
    }
  }

  private void open(ChannelPipeline pipeline) {
    var unused = pipeline.writeAndFlush(new DefaultHttp2WindowUpdateFrame(moreBytes));
  }

  /** First to hear that the channel is active, last to act: the codec behind it has said its preface then. */
  private final class Opener extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.fireChannelActive();
      open(context.pipeline());
      context.pipeline().remove(this);
    }
  }
}
