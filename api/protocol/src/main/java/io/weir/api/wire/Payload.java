package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import io.weir.api.write.WriteResult.Images;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.Function;

/**
 * The decoder of payloads, laid out as {@link FrameEncoder} describes. Any thread. Fails with
 * {@code InvalidInput}.
 */
final class Payload {

  private Payload() {}

  /**
   * Reads a frame. Takes ownership of the payload, because an entity that is read from it keeps the
   * array.
   */
  static Frame read(FrameKind kind, byte[] payload, Function<byte[], Entity> entities) {
    return switch (kind) {
      case ENTITY -> new Frame.Item(new StreamItem.Row(entities.apply(payload)));
      case PROGRESS -> new Frame.Item(progress(payload));
      case END -> new Frame.Item(end(payload));
      case FAILURE -> new Frame.Failure(failure(payload));
      case WRITE -> new Frame.Change(WriteBytes.decode(payload, entities));
      case RESULT -> new Frame.Result(result(payload, entities));
      case TABLE -> new Frame.Table(new TableName(new String(payload, US_ASCII)));
      case LINE -> new Frame.Line(BulkBytes.line(payload, entities));
      case OUTCOME -> new Frame.Outcome(BulkBytes.outcome(payload));
      case MORE -> more(payload);
      case KEY -> new Frame.Key(EntityKey.decode(payload, 0, payload.length));
      case OPERATION -> new Frame.Operation(JointBytes.operation(payload, entities));
      case ADDRESS -> new Frame.Address(JointBytes.address(payload));
      case COMMIT -> new Frame.Commit(JointBytes.commit(payload, entities));
      case COMMITTED -> new Frame.Committed(JointBytes.committed(payload, entities));
      case MESSAGE_CALL -> new Frame.Call(MessageCallBytes.decode(payload));
      case MESSAGE_ANSWER -> new Frame.Answer(MessageAnswerBytes.decode(payload));
      case FEED -> new Frame.Feed(FeedBytes.decode(payload, entities));
      case BULK_END -> new Frame.Outcome(BulkBytes.end(payload));
    };
  }

  /** Returns the payload as a buffer. Fails when it has fewer bytes than {@code fewestBytes}. */
  static ByteBuffer of(byte[] payload, int fewestBytes) {
    if (payload.length < fewestBytes) {
      throw malformed("frame", "bytes=" + payload.length + " fewest=" + fewestBytes);
    }
    return ByteBuffer.wrap(payload);
  }

  /** Reads this many bytes as text. */
  static String text(ByteBuffer bytes, int length, Charset charset) {
    if (length > bytes.remaining()) {
      throw malformed("frame", "textBytes=" + length + " remaining=" + bytes.remaining());
    }
    var text = new byte[length];
    bytes.get(text);
    return new String(text, charset);
  }

  /** Reads all remaining bytes. */
  static byte[] rest(ByteBuffer bytes) {
    var rest = new byte[bytes.remaining()];
    bytes.get(rest);
    return rest;
  }

  static InvalidRequestException malformed(String expected, String facts) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=" + expected + " " + facts);
  }

  private static StreamItem progress(byte[] payload) {
    var bytes = of(payload, Long.BYTES);
    var scanned = bytes.getLong();
    return new StreamItem.Progress(continuation(bytes), scanned);
  }

  private static Frame more(byte[] payload) {
    var bytes = of(payload, Long.BYTES);
    var returned = bytes.getLong();
    return new Frame.More(continuation(bytes), returned);
  }

  private static Continuation continuation(ByteBuffer rest) {
    return Continuation.parse(text(rest, rest.remaining(), US_ASCII));
  }

  private static StreamItem end(byte[] payload) {
    var bytes = of(payload, Integer.BYTES + 2 * Long.BYTES);
    var ranges = bytes.getInt();
    var scanned = bytes.getLong();
    var returned = bytes.getLong();
    var plan = text(bytes, bytes.remaining(), US_ASCII);
    var space = plan.indexOf(' ');
    var path = accessPath(space < 0 ? plan : plan.substring(0, space));
    var index = space < 0 ? "" : plan.substring(space + 1);
    return new StreamItem.End(new QueryReport(path, index, ranges, scanned, returned));
  }

  private static AccessPath accessPath(String name) {
    for (var path : AccessPath.values()) {
      if (path.name().equals(name)) {
        return path;
      }
    }
    throw malformed("accessPath", "nameLength=" + name.length());
  }

  static TableServiceException failure(byte[] payload) {
    var bytes = of(payload, Integer.BYTES + 1);
    var operation = bytes.getInt();
    var code = text(bytes, Byte.toUnsignedInt(bytes.get()), US_ASCII);
    var facts = text(bytes, bytes.remaining(), UTF_8);
    var cause = ErrorCode.ofCode(code)
        .map(known -> TableServiceException.of(known, facts))
        .orElseGet(() -> ofUnknownCode(code, facts));
    return operation < 0 ? cause : cause.atOperation(operation);
  }

  /** Returns the failure for a code that this end does not know. A newer service may send one. */
  private static TableServiceException ofUnknownCode(String code, String facts) {
    return TableServiceException.of(ErrorCode.INTERNAL_ERROR, "unknownCode=" + code + " " + facts);
  }

  static WriteResult result(byte[] payload, Function<byte[], Entity> entities) {
    var bytes = of(payload, Long.BYTES);
    var ticks = bytes.getLong();
    return bytes.hasRemaining() ? result(ticks, rest(bytes), entities) : result(ticks);
  }

  /** Reads a result with entities, laid out as after the Timestamp of a result. */
  static WriteResult result(long ticks, byte[] images, Function<byte[], Entity> entities) {
    return new WriteResult(
        result(ticks).timestampTicks(), images(ByteBuffer.wrap(images), entities));
  }

  private static Images images(ByteBuffer bytes, Function<byte[], Entity> entities) {
    var length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
    if (length < 1 || length > bytes.remaining()) {
      throw malformed("result", "afterBytes=" + length);
    }
    var after = new byte[length];
    bytes.get(after);
    var before = rest(bytes);
    return new Images(
        before.length == 0 ? Optional.empty() : Optional.of(entities.apply(before)),
        Optional.of(entities.apply(after)));
  }

  static WriteResult result(long ticks) {
    return new WriteResult(ticks == 0 ? 0 : new EdmDateTime(ticks).ticks());
  }
}
