package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The payload of a write.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       1      1 insert, 2 upsert, 3 update, 4 delete, 5 change
 * 1       1      0 none (insert, delete), 1 merge, 2 replace; of a change: 0 no entity, 1 after, 2 before and after,
 *                plus 4 if it has a token
 * 2       2      length e of the precondition, big-endian; 0 for insert and upsert
 * 4       e      the precondition as the value of an If-Match header, UTF-8
 * 4 + e   rest   the entity as {@link Entity#encoded()} lays it out; for a delete the key as {@link EntityKey#encoded()} does
 *
 * the rest of a change:
 * 16     the token, most significant byte first, if it has one
 * 2      length c of the condition, 0 for none
 * c      the condition as {@code $filter}, UTF-8
 * 4      length d of the defaults, 0 for none
 * d      the defaults as {@link Entity#encoded()} lays them out
 * 1      number of operations
 *        for each operation: 1 length t, t {@link PropertyOperation#text()}, UTF-8
 * rest   {@link Write.Change#operands()}
 * </pre>
 *
 * <p>A service that does not know a kind or the second byte refuses the write. A later change that
 * must not be carried out by an older service therefore sets another second byte.
 *
 * <p>A precondition is at most 1 KiB long. The service's own tags take 45 bytes, and a longer tag
 * matches nothing.
 */
final class WriteBytes {

  private static final int HEAD_BYTES = 4;
  private static final int LONGEST_IF_MATCH = 1024;
  private static final byte INSERT = 1;
  private static final byte UPSERT = 2;
  private static final byte UPDATE = 3;
  private static final byte DELETE = 4;
  private static final byte CHANGE = 5;
  private static final byte NO_MODE = 0;
  private static final byte MERGE = 1;
  private static final byte REPLACE = 2;
  private static final byte WITH_TOKEN = 4;
  private static final byte[] NO_IF_MATCH = {};
  private static final byte[] NO_BYTES = {};
  private static final Write.Handler<byte[]> ENCODE = new Encode();

  private WriteBytes() {}

  /** Returns the whole frame. Fails with {@code InvalidInput} when the precondition is too long. */
  static byte[] encode(Write write) {
    return write.dispatch(ENCODE);
  }

  /**
   * Reads the payload. {@code entities} reads the entity in it. Fails with {@code InvalidInput},
   * and as {@code entities} does.
   */
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
      case CHANGE -> change(ByteBuffer.wrap(rest), mode, IfMatch.parse(ifMatch), entities);
      default -> throw Payload.malformed("write", "kind=" + kind);
    };
  }

  private static Write.Change change(
      ByteBuffer bytes, byte mode, IfMatch ifMatch, Function<byte[], Entity> entities) {
    var answer = answer((byte) (mode & ~WITH_TOKEN));
    var token = (mode & WITH_TOKEN) == 0 ? Optional.<UUID>empty() : Optional.of(token(bytes));
    var condition =
        Payload.text(bytes, Short.toUnsignedInt(number(bytes, Short.BYTES).getShort()), UTF_8);
    var defaults = part(bytes, number(bytes, Integer.BYTES).getInt());
    var texts = new String[Byte.toUnsignedInt(number(bytes, 1).get())];
    for (var i = 0; i < texts.length; i++) {
      texts[i] = Payload.text(bytes, Byte.toUnsignedInt(number(bytes, 1).get()), UTF_8);
    }
    var operands = entities.apply(Payload.rest(bytes));
    return new Write.Change(
        operands.key(),
        PropertyOperation.parseAll(operands, List.of(texts)),
        ifMatch,
        condition.isEmpty() ? Filter.ALL : FilterParser.parse(condition),
        defaults.length == 0 ? Optional.empty() : Optional.of(entities.apply(defaults)),
        answer,
        token);
  }

  private static UUID token(ByteBuffer bytes) {
    var token = number(bytes, 2 * Long.BYTES);
    return new UUID(token.getLong(), token.getLong());
  }

  /** Returns the bytes if a number of this many bytes comes next. */
  private static ByteBuffer number(ByteBuffer bytes, int lengthBytes) {
    if (bytes.remaining() < lengthBytes) {
      throw Payload.malformed("change", "remaining=" + bytes.remaining());
    }
    return bytes;
  }

  private static byte[] part(ByteBuffer bytes, int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw Payload.malformed("change", "defaultsBytes=" + length);
    }
    var part = new byte[length];
    bytes.get(part);
    return part;
  }

  private static Write.Answer answer(byte tag) {
    return switch (tag) {
      case 0 -> Write.Answer.NO_ENTITY;
      case 1 -> Write.Answer.AFTER;
      case 2 -> Write.Answer.BEFORE_AND_AFTER;
      default -> throw Payload.malformed("change", "answer=" + tag);
    };
  }

  private static byte tag(Write.Answer answer) {
    return switch (answer) {
      case NO_ENTITY -> 0;
      case AFTER -> 1;
      case BEFORE_AND_AFTER -> 2;
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

    @Override
    public byte[] change(Write.Change write) {
      var body = new ByteArrayOutputStream();
      var out = new DataOutputStream(body);
      try {
        write(write, out);
      } catch (IOException e) {
        throw new UncheckedIOException(e); // an array takes every byte
      }
      var mode = tag(write.answer()) + (write.token().isPresent() ? WITH_TOKEN : 0);
      return frame(CHANGE, (byte) mode, bytes(write.ifMatch()), body.toByteArray());
    }

    private static void write(Write.Change write, DataOutputStream out) throws IOException {
      var all = write.condition().equals(Filter.ALL);
      var condition = all ? NO_BYTES : FilterPrinter.print(write.condition()).getBytes(UTF_8);
      var defaults = write.defaults().map(Entity::encoded).orElse(NO_BYTES);
      if (write.token().isPresent()) {
        out.writeLong(write.token().get().getMostSignificantBits());
        out.writeLong(write.token().get().getLeastSignificantBits());
      }
      out.writeShort(condition.length);
      out.write(condition);
      out.writeInt(defaults.length);
      out.write(defaults);
      out.writeByte(write.operations().size());
      for (var operation : write.operations()) {
        var text = operation.text().getBytes(UTF_8);
        out.writeByte(text.length);
        out.write(text);
      }
      out.write(write.operands().encoded());
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
