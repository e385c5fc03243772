package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The guard changes only the blank of a folded line, wherever the bytes are cut. */
class LineFoldingGuardTest {

  private static final String GET = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  private static final String PUT = "PUT / HTTP/1.1\r\nCONTENT-length:  4\r\n\r\n\n \n ";
  private static final String CHUNKED =
      "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n\n \t\r\n0\r\n\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        GET,
        GET + GET,
        PUT + GET + PUT,
        CHUNKED + GET,
        "\r\n\r\n" + GET,
        " GET / HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\n \n\t",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\n \n\t",
      })
  void bytesWithoutAFoldedLineAreUnchanged(String sent) {
    assertPassed(sent, sent);
  }

  @ParameterizedTest
  @ValueSource(strings = {GET, PUT, PUT + GET, "\r\n"})
  void theBlankOfAFoldedLineBecomesAByteThatTheCodecRefuses(String before) {
    var sent = before + "GET / HTTP/1.1\r\nX: a\r\n b\r\n\tc\r\nY: d e\r\n\r\n";

    assertPassed(sent, before + "GET / HTTP/1.1\r\nX: a\r\n\0b\r\n\0c\r\nY: d e\r\n\r\n");
  }

  @Test
  void afterAChunkedBodyHeadsAreCheckedOnceItsRequestIsAnswered() {
    var channel = channel();
    var folded = "GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n";

    assertThat(pass(channel, CHUNKED)).isEqualTo(CHUNKED);
    LineFoldingGuard.ended(channel);

    assertThat(pass(channel, folded)).isEqualTo(folded.replace("\n b", "\n\0b"));
    channel.finishAndReleaseAll();
  }

  private static void assertPassed(String sent, String expected) {
    var seed = System.nanoTime();
    System.out.println("folded lines seed=" + seed);
    var random = new Random(seed);
    for (var round = 0; round < 50; round++) {
      var channel = channel();
      var passed = new StringBuilder();
      for (var at = 0; at < sent.length(); ) {
        var next = round == 0 ? sent.length() : Math.min(sent.length(), at + 1 + random.nextInt(9));
        passed.append(pass(channel, sent.substring(at, next)));
        at = next;
      }
      assertThat(passed.toString()).isEqualTo(expected);
      channel.finishAndReleaseAll();
    }
  }

  private static EmbeddedChannel channel() {
    var channel = new EmbeddedChannel();
    channel.pipeline().addFirst("first", new ChannelInboundHandlerAdapter());
    LineFoldingGuard.installOn(channel, "first");
    return channel;
  }

  private static String pass(EmbeddedChannel channel, String bytes) {
    channel.writeInbound(Unpooled.copiedBuffer(bytes, ISO_8859_1));
    ByteBuf passed = channel.readInbound();
    try {
      return passed.toString(ISO_8859_1);
    } finally {
      passed.release();
    }
  }
}
