package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.write.BulkLine;
import org.jspecify.annotations.Nullable;

/**
 * Lines as frames. A frame that cannot be read breaks the lines off, since nothing is known of what follows; so does a frame that says
 * that the client broke them off. Belongs to the loop of the connection.
 */
final class FrameLines implements LineSource {

  private static final Frame.Only<BulkLine> LINE = new Frame.Only<>() {
    @Override
    public BulkLine line(Frame.Line frame) {
      return frame.line();
    }

    @Override
    public BulkLine failure(Frame.Failure frame) {
      throw frame.cause();
    }

    @Override
    public InvalidRequestException unexpected(String kind) {
      return new InvalidRequestException(ErrorCode.INVALID_INPUT, "unexpectedFrame=" + kind);
    }
  };

  private final FrameDecoder decoder = FrameDecoder.checked();

  @Override
  public void feed(ByteBuf chunk) {
    decoder.feed(chunk.nioBuffer());
  }

  @Override
  public @Nullable BulkLine next() {
    var frame = decoder.next();
    return frame == null ? null : frame.dispatch(LINE);
  }

  @Override
  public @Nullable BulkLine last() {
    if (!decoder.isBetweenFrames()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=wholeFrames");
    }
    return null;
  }

  @Override
  public int heldBytes() {
    return decoder.heldBytes();
  }
}
