package io.weir.client.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.ssl.SslHandler;

/**
 * Opens a connection's flow control window wide enough for all its streams.
 *
 * <p>HTTP/2 counts unread bytes of a stream against its connection too. A connection begins with a
 * window as large as that of one stream, so a single subscriber that stops reading would stop all
 * other requests. Source: RFC 9113, section 5.2.
 *
 * <p>The window is twice as wide as the streams need. Credit is returned only when half of the
 * window has been read; if all streams but one are unread, that one must still be able to read half
 * of the window.
 *
 * <p>Any thread.
 */
final class ConnectionWindow {

  private static final int INITIAL_BYTES = 65_535;

  private final int moreBytes;

  /** A window for this many streams, each of which may leave its whole window unread. */
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
      // The codec is installed by another listener of the handshake, which runs after this one.
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

  /**
   * First handler to learn that the channel is active, last to act. By then the codec has sent its
   * preface.
   */
  private final class Opener extends ChannelInboundHandlerAdapter {

    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.fireChannelActive();
      open(context.pipeline());
      context.pipeline().remove(this);
    }
  }
}
