package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.WriteResult;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The frames of a bulk write, laid out as {@link FrameEncoder} describes. A line or an outcome
 * contains another frame without its length, which follows from the outer length. Any thread. Fails
 * with {@code InvalidInput}.
 */
final class BulkBytes {

  static final BulkLine.Handler<byte[]> LINE = new EncodeLine();
  static final BulkResult.Handler<byte[]> OUTCOME = new EncodeOutcome();

  private BulkBytes() {}

  static BulkLine line(byte[] payload, Function<byte[], Entity> entities) {
    var bytes = Payload.of(payload, 2);
    var name = Payload.text(bytes, Byte.toUnsignedInt(bytes.get()), UTF_8);
    var group = name.isEmpty() ? Optional.<String>empty() : Optional.of(name);
    var kind = kind(bytes, "line");
    return switch (kind) {
      case WRITE -> new BulkLine.Change(WriteBytes.decode(Payload.rest(bytes), entities), group);
      case FAILURE -> new BulkLine.Refused(Payload.failure(Payload.rest(bytes)), group);
      default -> throw Payload.malformed("line", "kind=" + kind);
    };
  }

  static BulkResult outcome(byte[] payload) {
    var bytes = Payload.of(payload, Long.BYTES + 1);
    var line = bytes.getLong();
    var kind = kind(bytes, "outcome");
    return switch (kind) {
      case RESULT -> new BulkResult.Done(line, result(bytes));
      case FAILURE -> new BulkResult.Refused(line, Payload.failure(Payload.rest(bytes)));
      default -> throw Payload.malformed("outcome", "kind=" + kind);
    };
  }

  /** Reads the result of a line, which carries no entities. */
  private static WriteResult result(ByteBuffer bytes) {
    if (bytes.remaining() != Long.BYTES) {
      throw Payload.malformed("result", "bytes=" + bytes.remaining());
    }
    return Payload.result(bytes.getLong());
  }

  static BulkResult end(byte[] payload) {
    var bytes = Payload.of(payload, 2 * Long.BYTES);
    return new BulkResult.End(bytes.getLong(), bytes.getLong());
  }

  private static FrameKind kind(ByteBuffer bytes, String expected) {
    if (!bytes.hasRemaining()) {
      throw Payload.malformed(expected, "kind=none");
    }
    return FrameKind.ofTag(bytes.get());
  }

  private static final class EncodeLine implements BulkLine.Handler<byte[]> {

    @Override
    public byte[] change(BulkLine.Change line) {
      return of(line, new Frame.Change(line.write()));
    }

    @Override
    public byte[] refused(BulkLine.Refused line) {
      return of(line, new Frame.Failure(line.cause()));
    }

    private static byte[] of(BulkLine line, Frame frame) {
      var name = line.group().orElse("").getBytes(UTF_8);
      var before = ByteBuffer.allocate(1 + name.length).put((byte) name.length).put(name);
      return FrameEncoder.around(FrameKind.LINE, before.array(), FrameEncoder.encode(frame));
    }
  }

  private static final class EncodeOutcome implements BulkResult.Handler<byte[]> {

    @Override
    public byte[] done(BulkResult.Done result) {
      return of(result.line(), new Frame.Result(result.result()));
    }

    @Override
    public byte[] refused(BulkResult.Refused result) {
      return of(result.line(), new Frame.Failure(result.cause()));
    }

    @Override
    public byte[] end(BulkResult.End result) {
      return FrameEncoder.begin(FrameKind.BULK_END, 2 * Long.BYTES)
          .putLong(result.done())
          .putLong(result.refused())
          .array();
    }

    private static byte[] of(long line, Frame frame) {
      var before = ByteBuffer.allocate(Long.BYTES).putLong(line);
      return FrameEncoder.around(FrameKind.OUTCOME, before.array(), FrameEncoder.encode(frame));
    }
  }
}
