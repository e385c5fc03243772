package io.weir.client.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2PingFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes an HTTP/2 connection whose peer has disappeared, so that no further request uses it.
 *
 * <p>A request that times out in silence resets its stream and leaves the connection open, because
 * the service may only be slow. The probe tells a slow service from a dead one. Each time a quarter
 * of the allowed silence passes without a byte while streams are open, the probe sends a PING,
 * which a live peer acknowledges at once. After three such quarters in a row the probe closes the
 * connection, before its first request times out. All requests on it fail as on a lost connection.
 * Source: RFC 9113, section 6.7.
 *
 * <p>deliberate: not the transport's own {@code pingAckTimeout}. That one starts after a time in
 * which nothing was read <em>or written</em>, so every new request on the dead connection restarts
 * it.
 *
 * <p>Runs on: the connection's loop; one for each connection, before the codec, so that parts of
 * frames count as well.
 */
final class LivenessProbe extends IdleStateHandler {

  private static final int PARTS = 4;
  private static final int MOST_QUIET = 3;

  /** The shortest period. A peer always has at least twice this time for its acknowledgement. */
  private static final Duration SHORTEST = Duration.ofMillis(250);

  /** Successive periods without a byte while the peer owed something. */
  private int quiet;

  private LivenessProbe(Duration period) {
    super(period.toNanos(), 0, 0, TimeUnit.NANOSECONDS);
  }

  /** Returns a probe for a connection whose requests time out after this silence. */
  static LivenessProbe within(Duration silence) {
    var period = silence.dividedBy(PARTS);
    return new LivenessProbe(period.compareTo(SHORTEST) < 0 ? SHORTEST : period);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    quiet = 0;
    super.channelRead(context, message);
  }

  /** Runs after each period without a byte read. */
  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    quiet = isAwaited(context) ? quiet + 1 : 0;
    if (quiet == MOST_QUIET) {
      var unused = context.close(); // bypasses the codec: a dead peer needs no GOAWAY
    } else if (quiet > 0) {
      var unused = context.pipeline().writeAndFlush(new DefaultHttp2PingFrame(quiet));
    }
  }

  private static boolean isAwaited(ChannelHandlerContext context) {
    var codec = context.pipeline().get(Http2FrameCodec.class);
    return codec != null && codec.connection().numActiveStreams() > 0;
  }
}
