package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.BulkLine;
import io.weir.server.request.LineDecoder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes lines of JSON, separated by line feeds. An unreadable or too long line is refused in its
 * place, and the lines after it are read. Blank lines are ignored.
 *
 * <p>Holds one line, up to the limit. Belongs to the loop of the connection.
 */
final class JsonLineDecoder implements LineDecoder<BulkLine> {

  private static final byte LINE_FEED = '\n';
  private static final int USUAL_BYTES = 4 * 1024;

  private final int limitBytes;
  private final TornGroups groups = new TornGroups();
  private ByteBuf chunk = Unpooled.EMPTY_BUFFER;
  private byte[] line = new byte[USUAL_BYTES];
  private int lengthBytes;
  private boolean tooLong;

  JsonLineDecoder(int limitBytes) {
    this.limitBytes = limitBytes;
  }

  @Override
  public void feed(ByteBuf next) {
    chunk = next;
  }

  @Override
  public @Nullable BulkLine next() {
    while (chunk.isReadable()) {
      var toLineFeed = chunk.bytesBefore(LINE_FEED);
      take(toLineFeed < 0 ? chunk.readableBytes() : toLineFeed);
      if (toLineFeed < 0) {
        break;
      }
      chunk.skipBytes(1);
      var read = last();
      if (read != null) {
        return read;
      }
    }
    chunk = Unpooled.EMPTY_BUFFER;
    return null;
  }

  @Override
  public @Nullable BulkLine last() {
    if (tooLong) {
      tooLong = false;
      return groups.unreadable(
          new InvalidRequestException(ErrorCode.REQUEST_BODY_TOO_LARGE, "lineLimit=" + limitBytes));
    }
    var read = isBlank() ? null : JsonLine.read(line, lengthBytes, groups);
    reset();
    return read;
  }

  @Override
  public int weightBytes(BulkLine line) {
    return line.weightBytes();
  }

  @Override
  public int heldBytes() {
    return line.length;
  }

  private void take(int bytes) {
    if (tooLong || bytes > limitBytes - lengthBytes) {
      chunk.skipBytes(bytes);
      reset();
      tooLong = true;
      return;
    }
    if (lengthBytes + bytes > line.length) {
      var longer = Math.max(lengthBytes + bytes, Math.min(limitBytes, 2 * line.length));
      line = Arrays.copyOf(line, longer);
    }
    chunk.readBytes(line, lengthBytes, bytes);
    lengthBytes += bytes;
  }

  private boolean isBlank() {
    for (var i = 0; i < lengthBytes; i++) {
      if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  /** Clears the line. The array of a long line is not kept for short ones. */
  private void reset() {
    lengthBytes = 0;
    if (line.length > 16 * USUAL_BYTES) {
      line = new byte[USUAL_BYTES];
    }
  }
}
