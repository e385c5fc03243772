package io.weir.server.bulk;

import io.netty.buffer.ByteBuf;
import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.queue.QueueLimits;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameDecoder;
import io.weir.api.wire.MessageCall;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.server.request.LineDecoder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Decodes frames of one kind as lines.
 *
 * <p>An unreadable frame ends the lines with a failure, because the next frame cannot be found. A
 * frame of another kind does too, and in a bulk write a truncated last frame. A pipeline ignores a
 * truncated last frame, because the server may have ended the pipeline meanwhile. Belongs to the
 * loop of the connection.
 */
final class FrameLineDecoder<T> implements LineDecoder<T> {

  /** Approximate memory of a key without its text, which takes two bytes for each character. */
  private static final int KEY_BYTES = 128;

  /**
   * Approximate memory of an operation on messages and of its answer. A take weighs as much as the
   * messages that it may return.
   */
  private static final MessageCall.Handler<Integer> CALL_BYTES = new MessageCall.Handler<>() {
    @Override
    public Integer put(MessageCall.Put call) {
      return KEY_BYTES + 2 * call.message().text().value().length();
    }

    @Override
    public Integer take(MessageCall.Take call) {
      return call.take().messages() * QueueLimits.MAX_TEXT_BYTES;
    }

    @Override
    public Integer update(MessageCall.Update call) {
      var text = call.update().text();
      return KEY_BYTES + (text == null ? 0 : 2 * text.value().length());
    }

    @Override
    public Integer delete(MessageCall.Delete call) {
      return KEY_BYTES;
    }
  };

  private final FrameDecoder decoder = FrameDecoder.checked();
  private final Frame.Only<T> kind;
  private final ToIntFunction<T> weightBytes;
  private final boolean mayBeCut;

  private FrameLineDecoder(Frame.Only<T> kind, ToIntFunction<T> weightBytes, boolean mayBeCut) {
    this.kind = kind;
    this.weightBytes = weightBytes;
    this.mayBeCut = mayBeCut;
  }

  /**
   * Decodes the lines of a bulk write. A frame with the client's own failure ends the lines with
   * that failure.
   */
  static LineDecoder<BulkLine> ofBulk() {
    return new FrameLineDecoder<>(
        new Only<>() {
          @Override
          public BulkLine line(Frame.Line frame) {
            return frame.line();
          }

          @Override
          public BulkLine failure(Frame.Failure frame) {
            throw frame.cause();
          }
        },
        BulkLine::weightBytes,
        false);
  }

  /** Decodes the keys of a pipeline of reads. */
  static LineDecoder<EntityKey> ofKeys() {
    return new FrameLineDecoder<>(
        new Only<>() {
          @Override
          public EntityKey key(Frame.Key frame) {
            return frame.key();
          }
        },
        key -> KEY_BYTES + 2 * (key.partitionKey().length() + key.rowKey().length()),
        true);
  }

  /** Decodes the separate writes of a pipeline of writes. */
  static LineDecoder<Write> ofWrites() {
    return new FrameLineDecoder<>(
        new Only<>() {
          @Override
          public Write change(Frame.Change frame) {
            return frame.write();
          }
        },
        FrameLineDecoder::weightBytes,
        true);
  }

  /** A change weighs as much as the entities that it may be answered with. */
  private static int weightBytes(Write write) {
    return write.weightBytes()
        + (write instanceof Write.Change change ? change.answer().mostBytes() : 0);
  }

  /** Decodes the joint commits of a pipeline. */
  static LineDecoder<JointCommit> ofCommits() {
    return new FrameLineDecoder<>(
        new Only<>() {
          @Override
          public JointCommit commit(Frame.Commit frame) {
            return frame.commit();
          }
        },
        FrameLineDecoder::weightBytes,
        true);
  }

  private static int weightBytes(JointCommit commit) {
    return commit.operations().stream()
        .mapToInt(operation ->
            operation instanceof TableWrite.Change change ? weightBytes(change.write()) : KEY_BYTES)
        .sum();
  }

  /** Decodes the operations of a pipeline of messages. */
  static LineDecoder<MessageCall> ofCalls() {
    return new FrameLineDecoder<>(
        new Only<>() {
          @Override
          public MessageCall call(Frame.Call frame) {
            return frame.call();
          }
        },
        call -> call.dispatch(CALL_BYTES),
        true);
  }

  @Override
  public void feed(ByteBuf chunk) {
    decoder.feed(chunk.nioBuffer());
  }

  @Override
  public @Nullable T next() {
    var frame = decoder.next();
    return frame == null ? null : frame.dispatch(kind);
  }

  @Override
  public @Nullable T last() {
    if (!mayBeCut && !decoder.isBetweenFrames()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=wholeFrames");
    }
    return null;
  }

  @Override
  public int weightBytes(T line) {
    return weightBytes.applyAsInt(line);
  }

  @Override
  public int heldBytes() {
    return decoder.heldBytes();
  }

  private interface Only<T> extends Frame.Only<T> {

    @Override
    default InvalidRequestException unexpected(String kind) {
      return new InvalidRequestException(ErrorCode.INVALID_INPUT, "unexpectedFrame=" + kind);
    }
  }
}
