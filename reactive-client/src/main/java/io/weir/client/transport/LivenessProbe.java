package io.weir.client.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection of HTTP/2 whose other end has gone without a word, so that no request is sent there again.
 *
 * <p>A request that is given up for silence resets its stream and leaves the connection, which may carry others and be well: its
 * service is slow. Here the two are told apart. While streams are open, each quarter of the silence that is allowed in which no byte
 * came is answered by a PING, which a peer that lives acknowledges at once, whatever its streams wait for. After the third such quarter
 * the connection is closed, before the first request on it is given up; all requests on it fail as those of a connection that was
 * lost. Source: RFC 9113, section 6.7.
 *
 * <p>deliberate: not the transport's own {@code pingAckTimeout}. That one begins when nothing was read <em>nor written</em> for as long
 * as an idle connection may be used again, so that every further request to the dead puts it off.
 *
 * <p>Runs on: the connection's loop; one for each connection, before the codec, so that it hears parts of frames, too.
 */
final class LivenessProbe extends IdleStateHandler {

  private static final int PARTS = 4;
  private static final int MOST_QUIET = 3;

  /** Even where next to no silence is allowed, a peer has twice as long for its acknowledgement. */
  private static final Duration SHORTEST = Duration.ofMillis(250);

  /** Periods without a byte, one after another, in each of which the peer had a reason to speak. */
  private int quiet;

  private LivenessProbe(Duration period) {
    super(period.toNanos(), 0, 0, TimeUnit.NANOSECONDS);
  }

  /** For a connection whose requests are given up after this silence. */
  static LivenessProbe within(Duration silence) {
    var period = silence.dividedBy(PARTS);
    return new LivenessProbe(period.compareTo(SHORTEST) < 0 ? SHORTEST : period);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    quiet = 0;
    super.channelRead(context, message);
  }

  /** Every period in which nothing was read. */
  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    quiet = isAwaited(context) ? quiet + 1 : 0;
    if (quiet == MOST_QUIET) {
      var unused = context.close(); // past the codec: no farewell to the dead
    } else if (quiet > 0) {
      var unused = context.pipeline().writeAndFlush(new DefaultHttp2PingFrame(quiet));
    }
  }

  private static boolean isAwaited(ChannelHandlerContext context) {
    var codec = context.pipeline().get(Http2FrameCodec.class);
    return codec != null && codec.connection().numActiveStreams() > 0;
  }
}
