package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2PingFrame;
import io.netty.handler.codec.http2.Http2Stream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The detection of dead connections, by a clock that the test steps. */
final class LivenessProbeTest {

  private static final Duration SILENCE = Duration.ofSeconds(20);
  private static final Duration QUARTER = SILENCE.dividedBy(4);

  /**
   * The length, type, flags, stream and payload of a frame. Source: RFC 9113, sections 6.5 and 6.7.
   */
  private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};

  private static final byte[] ACKNOWLEDGEMENT = {0, 0, 8, 6, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

  private final Pings pings = new Pings();
  private final Http2FrameCodec codec = Http2FrameCodecBuilder.forClient().build();
  private final EmbeddedChannel channel = new EmbeddedChannel();

  @BeforeEach
  void connect() {
    channel.freezeTime();
    channel.pipeline().addLast(LivenessProbe.within(SILENCE), codec, pings);
    channel.writeInbound(Unpooled.wrappedBuffer(SETTINGS));
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  @Test
  void aSilentConnectionIsPingedTwiceAndClosedBeforeTheSilenceTimeout() throws Exception {
    openStream();

    pass(QUARTER);
    assertThat(pings.sent).isEqualTo(1);
    pass(QUARTER);
    assertThat(pings.sent).isEqualTo(2);
    assertThat(channel.isOpen()).isTrue();
    pass(QUARTER);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void acknowledgedPingsKeepAConnectionOpen() throws Exception {
    openStream();

    for (var i = 0; i < 20; i++) {
      pass(QUARTER);
      pass(QUARTER);
      channel.writeInbound(Unpooled.wrappedBuffer(ACKNOWLEDGEMENT));
    }

    assertThat(channel.isOpen()).isTrue();
    assertThat(pings.sent).isPositive();
  }

  @Test
  void aPartOfAFrameCountsAsAnAnswer() throws Exception {
    openStream();
    pass(QUARTER);
    pass(QUARTER);

    channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {0, 0}));
    pass(QUARTER);
    pass(QUARTER);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void writtenBytesDoNotCountAsAnAnswer() throws Exception {
    openStream();

    for (var i = 0; i < 6; i++) {
      var unused =
          channel.pipeline().context(codec).writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));
      pass(QUARTER.dividedBy(2));
    }

    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aConnectionWithoutRequestsIsNotPinged() {
    pass(SILENCE.multipliedBy(10));

    assertThat(channel.isOpen()).isTrue();
    assertThat(pings.sent).isZero();
  }

  @Test
  void theTimeBeforeTheFirstRequestDoesNotCount() throws Exception {
    pass(SILENCE);
    var stream = openStream();
    pass(QUARTER);
    pass(QUARTER);
    stream.close();
    pass(QUARTER);
    openStream();
    pass(QUARTER);
    pass(QUARTER);

    assertThat(channel.isOpen()).isTrue();
  }

  private Http2Stream openStream() throws Http2Exception {
    var streams = codec.connection().local();
    return streams.createStream(streams.incrementAndGetNextStreamId(), true);
  }

  private void pass(Duration time) {
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    channel.runScheduledPendingTasks();
  }

  /** Counts the pings on their way to the codec. */
  private static final class Pings extends ChannelOutboundHandlerAdapter {

    private int sent;

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
        throws Exception {
      if (message instanceof Http2PingFrame) {
        sent++;
      }
      super.write(context, message, promise);
    }
  }
}
