package io.weir.server.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.DefaultChannelId;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The window of a connection, which uploads widen until they end. */
final class UploadCreditTest {

  private static final int STREAM_WINDOW = 65_535;

  private final Http2FrameCodec codec = Http2FrameCodecBuilder.forServer().build();
  private final EmbeddedChannel connection = new EmbeddedChannel(codec);

  @AfterEach
  void close() {
    connection.finishAndReleaseAll();
  }

  @Test
  void everyUploadWidensTheWindowAndRestoresIt() {
    var before = window();
    var first = UploadCredit.give(stream(connection));
    var second = UploadCredit.give(stream(connection));
    assertThat(window()).isEqualTo(before + 4 * STREAM_WINDOW);

    first.takeBack();
    assertThat(window()).isEqualTo(before + 2 * STREAM_WINDOW);
    second.takeBack();
    assertThat(window()).isEqualTo(before);
  }

  @Test
  void aClosedConnectionIsLeftAlone() {
    var credit = UploadCredit.give(stream(connection));
    connection.close().syncUninterruptibly();

    credit.takeBack();

    assertThat(connection.isActive()).isFalse();
  }

  @Test
  void http1NeedsNoCredit() {
    assertThat(UploadCredit.give(new EmbeddedChannel())).isNull();
    assertThat(UploadCredit.give(stream(new EmbeddedChannel()))).isNull();
  }

  private int window() {
    var flow = codec.connection().local().flowController();
    return flow.initialWindowSize(codec.connection().connectionStream());
  }

  private static EmbeddedChannel stream(EmbeddedChannel connection) {
    return new EmbeddedChannel(connection, DefaultChannelId.newInstance(), true, false);
  }
}
