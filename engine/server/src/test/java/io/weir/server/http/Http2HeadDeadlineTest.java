package io.weir.server.http;

import static io.weir.server.http.Http2Frame.CONTINUATION;
import static io.weir.server.http.Http2Frame.END_HEADERS;
import static io.weir.server.http.Http2Frame.GOAWAY;
import static io.weir.server.http.Http2Frame.HEADERS;
import static io.weir.server.http.Http2Frame.PING;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 heads that arrive in parts, with the test's time between them. */
final class Http2HeadDeadlineTest {

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration HALF = PATIENCE.dividedBy(2);
  private static final byte[] HALF_A_HEAD = new byte[20];
  private static final int DATA = 0;

  private final EmbeddedChannel channel =
      new EmbeddedChannel(new Http2HeadDeadline(PATIENCE, Http2Frame.PREFACE_BYTES));

  @BeforeEach
  void begin() {
    channel.freezeTime();
    receive(Http2Frame.BEGINNING);
  }

  @AfterEach
  void end() {
    channel.finishAndReleaseAll();
  }

  @Test
  void anIncompleteHeadEndsTheConnectionAlthoughMoreOfItArrives() {
    receive(frame(HEADERS, 0));
    pass(PATIENCE.minusNanos(1));
    receive(frame(CONTINUATION, 0));
    assertThat(channel.isOpen()).isTrue();

    pass(Duration.ofNanos(1));

    assertCut();
  }

  @Test
  void aFrameSentByteByByteHasTheSameDeadline() {
    var bytes = frame(HEADERS, END_HEADERS);
    for (var i = 0; i < bytes.length - 1; i++) {
      receive(bytes[i]);
      pass(Duration.ofMillis(400));
    }

    assertCut();
  }

  @Test
  void aFrameSentByteByByteInTimeIsAccepted() {
    for (var next : frame(HEADERS, END_HEADERS)) {
      receive(next);
      pass(Duration.ofMillis(100));
    }
    pass(PATIENCE);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void eachHeadHasItsOwnDeadline() {
    for (var i = 0; i < 4; i++) {
      receive(frame(HEADERS, 0));
      pass(HALF);
      receive(frame(CONTINUATION, 0));
      receive(frame(CONTINUATION, END_HEADERS));
      pass(PATIENCE);
    }

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void aHeadRightAfterAnotherStartsItsOwnDeadline() {
    receive(frame(HEADERS, 0));
    pass(HALF);
    receive(Unpooled.wrappedBuffer(frame(CONTINUATION, END_HEADERS), frame(HEADERS, 0)));
    pass(PATIENCE.minusNanos(1));
    assertThat(channel.isOpen()).isTrue();

    pass(Duration.ofNanos(1));

    assertCut();
  }

  @Test
  void otherFramesHaveNoDeadline() {
    for (var type : new int[] {DATA, PING}) {
      var bytes = frame(type, END_HEADERS);
      receive(ByteBufUtil.getBytes(Unpooled.wrappedBuffer(bytes, 0, 12)));
      pass(PATIENCE.multipliedBy(3));
      receive(ByteBufUtil.getBytes(Unpooled.wrappedBuffer(bytes, 12, bytes.length - 12)));
    }
    receive(Http2Frame.of(DATA, 0, 1, new byte[0]).bytes());
    pass(PATIENCE);

    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void everyByteIsPassedOn() {
    channel.releaseInbound();
    var sent = frame(HEADERS, END_HEADERS);

    receive(sent);

    ByteBuf received = channel.readInbound();
    assertThat(ByteBufUtil.getBytes(received)).isEqualTo(sent);
    received.release();
  }

  private void assertCut() {
    ByteBuf goAway = channel.readOutbound();
    assertThat(goAway.getByte(3)).isEqualTo((byte) GOAWAY);
    assertThat(goAway.getInt(13)).as("ENHANCE_YOUR_CALM").isEqualTo(11);
    goAway.release();
    assertThat(channel.isOpen()).isFalse();
  }

  private void receive(byte... bytes) {
    receive(Unpooled.wrappedBuffer(bytes));
  }

  private void receive(ByteBuf bytes) {
    channel.writeInbound(bytes);
  }

  private void pass(Duration time) {
    channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
    channel.runScheduledPendingTasks();
  }

  private static byte[] frame(int type, int flags) {
    return Http2Frame.of(type, flags, 1, HALF_A_HEAD).bytes();
  }
}
