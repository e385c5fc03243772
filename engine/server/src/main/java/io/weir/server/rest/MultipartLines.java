package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * Reads a body line by line. A line ends with a line feed, with a carriage return and a line feed,
 * or at the end of the body. Used by one thread.
 */
final class MultipartLines {

  private static final byte LINE_FEED = '\n';
  private static final byte CARRIAGE_RETURN = '\r';

  private final ByteBuf bytes;

  MultipartLines(ByteBuf bytes) {
    this.bytes = bytes;
  }

  boolean hasNext() {
    return bytes.isReadable();
  }

  /** Returns a view of the next line without its line ending. */
  ByteBuf next() {
    var length = bytes.bytesBefore(LINE_FEED);
    if (length < 0) {
      return bytes.readSlice(bytes.readableBytes());
    }
    var line = bytes.readSlice(length);
    bytes.skipBytes(1);
    var last = length - 1;
    return length > 0 && line.getByte(last) == CARRIAGE_RETURN ? line.slice(0, last) : line;
  }

  /** Returns the next line that is not blank; empty at the end of the body. */
  String nextText() {
    while (hasNext()) {
      var line = next().toString(UTF_8);
      if (!line.isBlank()) {
        return line;
      }
    }
    return "";
  }

  /** Reads headers up to and including the next blank line, or up to the end of the body. */
  HttpHeaders headers() {
    var headers =
        DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
    while (hasNext()) {
      var line = next().toString(UTF_8);
      if (line.isBlank()) {
        break;
      }
      var colon = line.indexOf(':');
      if (colon <= 0) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=header in=part");
      }
      headers.add(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
    }
    return headers;
  }

  /**
   * Skips {@code expected} and returns true if the body continues with it. Otherwise skips nothing.
   */
  boolean skip(ByteBuf expected) {
    var length = expected.readableBytes();
    if (bytes.readableBytes() < length
        || !bytes.nioBuffer(bytes.readerIndex(), length).equals(expected.nioBuffer())) {
      return false;
    }
    bytes.skipBytes(length);
    return true;
  }

  int position() {
    return bytes.readerIndex();
  }

  /** Returns a view of the bytes that were read since a position. */
  ByteBuf since(int position) {
    return bytes.slice(position, bytes.readerIndex() - position);
  }

  /** Returns whether the body contains only white space from a position on. */
  boolean isBlankFrom(int position) {
    var end = bytes.writerIndex();
    return bytes.forEachByte(position, end - position, value -> value <= ' ' && value >= 0) < 0;
  }

  /** Returns a view of the unread bytes and marks them as read. */
  ByteBuf rest() {
    return bytes.readSlice(bytes.readableBytes());
  }

  /** Returns a view of the bytes between two positions, without a line ending before the second. */
  ByteBuf between(int from, int to) {
    var end = to;
    if (end > from && bytes.getByte(end - 1) == LINE_FEED) {
      end--;
    }
    if (end > from && bytes.getByte(end - 1) == CARRIAGE_RETURN) {
      end--;
    }
    return bytes.slice(from, Math.max(0, end - from));
  }
}
