package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.function.Function;

/**
 * The payload of a write.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       1      1 insert, 2 upsert, 3 update, 4 delete
 * 1       1      0 none (insert, delete), 1 merge, 2 replace
 * 2       2      length e of the precondition, big-endian; 0 for insert and upsert
 * 4       e      the precondition as the value of an If-Match header, UTF-8
 * 4 + e   rest   the entity as {@link Entity#encoded()} lays it out; for a delete the key as {@link EntityKey#encoded()} does
 * </pre>
 *
 * <p>A precondition is at most 1 KiB long. The service's own tags take 45 bytes, and a longer tag matches nothing.
 */
final class WriteBytes {

  private static final int HEAD_BYTES = 4;
  private static final int LONGEST_IF_MATCH = 1024;
  private static final byte INSERT = 1;
  private static final byte UPSERT = 2;
  private static final byte UPDATE = 3;
  private static final byte DELETE = 4;
  private static final byte NO_MODE = 0;
  private static final byte MERGE = 1;
  private static final byte REPLACE = 2;
  private static final byte[] NO_IF_MATCH = {};
  private static final Write.Handler<byte[]> ENCODE = new Encode();

  private WriteBytes() {}

  /** Returns the whole frame. Fails with {@code InvalidInput} when the precondition is too long. */
  static byte[] encode(Write write) {
    return write.dispatch(ENCODE);
  }

  /** Reads the payload. {@code entities} reads the entity in it. Fails with {@code InvalidInput}, and as {@code entities} does. */
  static Write decode(byte[] payload, Function<byte[], Entity> entities) {
    var bytes = Payload.of(payload, HEAD_BYTES);
    var kind = bytes.get();
    var mode = bytes.get();
    var ifMatch = Payload.text(bytes, Short.toUnsignedInt(bytes.getShort()), UTF_8);
    var rest = Payload.rest(bytes);
    requireNone(kind == INSERT || kind == DELETE, mode != NO_MODE);
    requireNone(kind == INSERT || kind == UPSERT, !ifMatch.isEmpty());
    return switch (kind) {
      case INSERT -> new Write.Insert(entities.apply(rest));
      case UPSERT -> new Write.Upsert(entities.apply(rest), mode(mode));
      case UPDATE -> new Write.Update(entities.apply(rest), mode(mode), IfMatch.parse(ifMatch));
      case DELETE -> new Write.Delete(key(rest), IfMatch.parse(ifMatch));
      default -> throw Payload.malformed("write", "kind=" + kind);
    };
  }

  private static void requireNone(boolean mustBeAbsent, boolean isThere) {
    if (mustBeAbsent && isThere) {
      throw Payload.malformed("write", "unexpected=modeOrPrecondition");
    }
  }

  private static WriteMode mode(byte tag) {
    return switch (tag) {
      case MERGE -> WriteMode.MERGE;
      case REPLACE -> WriteMode.REPLACE;
      default -> throw Payload.malformed("write", "mode=" + tag);
    };
  }

  private static byte tag(WriteMode mode) {
    return switch (mode) {
      case MERGE -> MERGE;
      case REPLACE -> REPLACE;
    };
  }

  /** Returns the precondition. Fails with {@code InvalidInput} when it is too long. */
  static byte[] bytes(IfMatch ifMatch) {
    var bytes = ifMatch.header().getBytes(UTF_8);
    if (bytes.length > LONGEST_IF_MATCH) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "ifMatchBytes=" + bytes.length + " limit=" + LONGEST_IF_MATCH);
    }
    return bytes;
  }

  private static EntityKey key(byte[] bytes) {
    return EntityKey.decode(bytes, 0, bytes.length);
  }

  private static final class Encode implements Write.Handler<byte[]> {

    @Override
    public byte[] insert(Write.Insert write) {
      return frame(INSERT, NO_MODE, NO_IF_MATCH, write.entity().encoded());
    }

    @Override
    public byte[] upsert(Write.Upsert write) {
      return frame(UPSERT, tag(write.mode()), NO_IF_MATCH, write.entity().encoded());
    }

    @Override
    public byte[] update(Write.Update write) {
      return frame(
          UPDATE, tag(write.mode()), bytes(write.ifMatch()), write.entity().encoded());
    }

    @Override
    public byte[] delete(Write.Delete write) {
      return frame(DELETE, NO_MODE, bytes(write.ifMatch()), write.key().encoded());
    }

    private static byte[] frame(byte kind, byte mode, byte[] ifMatch, byte[] rest) {
      return FrameEncoder.begin(FrameKind.WRITE, HEAD_BYTES + ifMatch.length + rest.length)
          .put(kind)
          .put(mode)
          .putShort((short) ifMatch.length)
          .put(ifMatch)
          .put(rest)
          .array();
    }
  }
}
