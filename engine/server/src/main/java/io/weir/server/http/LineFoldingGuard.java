package io.weir.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Locale;

/**
 * Makes the codec refuse HTTP/1.1 heads with obsolete line folding, a header that continues on a
 * line that begins with a blank: RFC 9112, section 5.2. The codec would join the lines, and a proxy
 * may read them differently.
 *
 * <p>The guard reads the lines of heads only. It skips a body of known length. After a chunked body
 * it resumes when the request is answered, so it does not check a head that is pipelined before
 * that answer. It replaces the blank by a byte that no header may contain, and the codec refuses
 * the head in its turn. HTTP/2 has no lines; its preface removes this handler.
 *
 * <p>Stands before the HTTP codec and after {@link HeadDeadline}. Owned by the loop of the
 * connection.
 */
final class LineFoldingGuard extends ChannelInboundHandlerAdapter {

  private static final String NAME = "weir.foldedLines";
  private static final String HTTP_2 = "PRI * HTTP/2.0";
  private static final String LENGTH = "content-length:";
  private static final String CODING = "transfer-encoding:";
  private static final int REFUSED = 0;

  /** Bytes of a line that are kept. A line with a body's length is shorter. */
  private static final int KEPT_BYTES = 64;

  private enum Place {
    HEAD,
    BODY,
    CHUNKS,
    OTHER_PROTOCOL
  }

  private final byte[] line = new byte[KEPT_BYTES];
  private Place place = Place.HEAD;
  private long lineBytes;
  private int lines;
  private long bodyBytes;
  private boolean chunked;

  private LineFoldingGuard() {}

  /**
   * Installs the guard.
   *
   * @param before name of the handler after which the guard stands
   */
  static void installOn(Channel channel, String before) {
    channel.pipeline().addAfter(before, NAME, new LineFoldingGuard());
  }

  /** Reports that the request is answered. */
  static void ended(Channel channel) {
    if (channel.pipeline().get(NAME) instanceof LineFoldingGuard handler
        && handler.place == Place.CHUNKS) {
      handler.beginHead();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes) {
      follow(bytes);
    }
    context.fireChannelRead(message);
    if (place == Place.OTHER_PROTOCOL && !context.isRemoved()) {
      context.pipeline().remove(this);
    }
  }

  private void follow(ByteBuf bytes) {
    var at = bytes.readerIndex();
    var end = bytes.writerIndex();
    while (at < end && (place == Place.HEAD || place == Place.BODY)) {
      at = place == Place.HEAD ? followLine(bytes, at, end) : passBody(at, end);
    }
  }

  private int passBody(int at, int end) {
    var passed = (int) Math.min(bodyBytes, end - at);
    bodyBytes -= passed;
    if (bodyBytes == 0) {
      beginHead();
    }
    return at + passed;
  }

  private int followLine(ByteBuf bytes, int at, int end) {
    var feed = bytes.indexOf(at, end, (byte) '\n');
    var stop = feed < 0 ? end : feed;
    if (lineBytes == 0 && lines > 0 && at < stop && isBlank(bytes.getByte(at))) {
      bytes.setByte(at, REFUSED);
    }
    if (lineBytes < KEPT_BYTES) {
      var kept = (int) Math.min(KEPT_BYTES - lineBytes, stop - at);
      bytes.getBytes(at, line, (int) lineBytes, kept);
    }
    lineBytes += stop - at;
    if (feed < 0) {
      return end;
    }
    lineEnded();
    return feed + 1;
  }

  private static boolean isBlank(byte unit) {
    return unit == ' ' || unit == '\t';
  }

  private void lineEnded() {
    var isEmpty = lineBytes == 0 || lineBytes == 1 && line[0] == '\r';
    if (!isEmpty) {
      read();
      lines++;
    } else if (lines > 0) {
      headEnded();
    }
    lineBytes = 0;
  }

  /** Reads the length of the body from a header line. The codec refuses malformed values. */
  private void read() {
    var first = line[0] | 0x20;
    if (lines == 0 ? first != 'p' : first != 'c' && first != 't') {
      return;
    }
    var text = new String(line, 0, (int) Math.min(lineBytes, KEPT_BYTES), ISO_8859_1).strip();
    if (lines == 0) {
      place = text.equals(HTTP_2) ? Place.OTHER_PROTOCOL : place;
      return;
    }
    var lower = text.toLowerCase(Locale.ROOT);
    if (lower.startsWith(CODING)) {
      chunked = true;
    } else if (lower.startsWith(LENGTH)) {
      bodyBytes = length(lower.substring(LENGTH.length()).strip());
    }
  }

  private static long length(String digits) {
    try {
      return Math.max(0, Long.parseLong(digits));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void headEnded() {
    if (place == Place.OTHER_PROTOCOL) {
      return;
    }
    if (chunked) {
      place = Place.CHUNKS;
    } else if (bodyBytes > 0) {
      place = Place.BODY;
    } else {
      beginHead();
    }
  }

  private void beginHead() {
    place = Place.HEAD;
    lineBytes = 0;
    lines = 0;
    bodyBytes = 0;
    chunked = false;
  }
}
