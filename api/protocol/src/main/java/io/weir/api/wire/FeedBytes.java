package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Before;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Function;

/**
 * The payload of an item of a change feed.
 *
 * <pre>
 * bytes  meaning, big-endian
 * 1      kind: 1 stored, 2 removed, 3 range removed, 4 table dropped, 5 checkpoint, 6 stored and 7 removed with what was stored before
 * 2      length t of the token
 * t      token, ASCII
 *        all other kinds but 5:
 * 1      length n of the table's name
 * n      name, ASCII
 * 8      Timestamp in ticks
 *        kinds 1, 2, 6 and 7:
 * 4      partition group
 * 1      cause: 0 write, 1 expiry, 2 existing, 3 left
 * 8      number of the batch
 *        kinds 6 and 7:
 * 4      length b of the entity before; 0 when there was none
 * b      the entity before, as {@link Entity#encoded()} lays it out
 *        kinds 1, 2, 6 and 7:
 * rest   kinds 1 and 6: the entity as {@link Entity#encoded()} lays it out; kinds 2 and 7: the key as {@link EntityKey#encoded()} does
 *        kind 3:
 * 4      partition group
 * 4      length f of the begin
 * f      begin of the range
 * rest   end of the range
 * </pre>
 *
 * <p>Any thread.
 */
final class FeedBytes {

  static final FeedItem.Handler<byte[]> ENCODER = new Encoder();

  private static final byte STORED = 1;
  private static final byte REMOVED = 2;
  private static final byte RANGE = 3;
  private static final byte DROPPED = 4;
  private static final byte CHECKPOINT = 5;
  private static final byte STORED_KNOWN = 6;
  private static final byte REMOVED_KNOWN = 7;
  private static final int HEAD_BYTES = 1 + Short.BYTES;

  private FeedBytes() {}

  /** Reads a payload. Fails with {@code InvalidInput}. */
  static FeedItem decode(byte[] payload, Function<byte[], Entity> entities) {
    var bytes = Payload.of(payload, HEAD_BYTES);
    try {
      var kind = bytes.get();
      var token =
          new FeedToken(Payload.text(bytes, Short.toUnsignedInt(bytes.getShort()), US_ASCII));
      return kind == CHECKPOINT
          ? new FeedItem.Checkpoint(token)
          : ofTable(kind, token, bytes, entities);
    } catch (BufferUnderflowException e) {
      throw Payload.malformed("feedItem", "bytes=" + payload.length);
    }
  }

  private static FeedItem ofTable(
      byte kind, FeedToken token, ByteBuffer bytes, Function<byte[], Entity> entities) {
    var table = new TableName(Payload.text(bytes, Byte.toUnsignedInt(bytes.get()), US_ASCII));
    var timestamp = new EdmDateTime(bytes.getLong());
    return switch (kind) {
      case STORED, REMOVED, STORED_KNOWN, REMOVED_KNOWN ->
        change(kind, table, timestamp, token, bytes, entities);
      case RANGE -> range(table, timestamp, token, bytes);
      case DROPPED -> new FeedItem.TableDropped(table, timestamp, token);
      default -> throw Payload.malformed("feedItem", "kind=" + kind);
    };
  }

  private static FeedItem change(
      byte kind,
      TableName table,
      EdmDateTime timestamp,
      FeedToken token,
      ByteBuffer bytes,
      Function<byte[], Entity> entities) {
    var group = bytes.getInt();
    var cause = cause(bytes.get());
    var batch = bytes.getLong();
    var before = kind == STORED || kind == REMOVED ? Before.UNKNOWN : before(bytes, entities);
    var rest = Payload.rest(bytes);
    var after = kind == STORED || kind == STORED_KNOWN
        ? Optional.of(entities.apply(rest))
        : Optional.<Entity>empty();
    var key = after.map(Entity::key).orElseGet(() -> EntityKey.decode(rest, 0, rest.length));
    return new FeedItem.Change(table, group, key, after, before, timestamp, cause, batch, token);
  }

  private static Before before(ByteBuffer bytes, Function<byte[], Entity> entities) {
    var length = bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw Payload.malformed("feedItem", "beforeBytes=" + length);
    }
    if (length == 0) {
      return Before.NOTHING;
    }
    var entity = new byte[length];
    bytes.get(entity);
    return Before.of(entities.apply(entity));
  }

  private static FeedItem.Cause cause(byte number) {
    return switch (number) {
      case 0 -> FeedItem.Cause.WRITE;
      case 1 -> FeedItem.Cause.EXPIRY;
      case 2 -> FeedItem.Cause.EXISTING;
      case 3 -> FeedItem.Cause.LEFT;
      default -> throw Payload.malformed("feedItem", "cause=" + number);
    };
  }

  private static byte number(FeedItem.Cause cause) {
    return switch (cause) {
      case WRITE -> 0;
      case EXPIRY -> 1;
      case EXISTING -> 2;
      case LEFT -> 3;
    };
  }

  private static FeedItem range(
      TableName table, EdmDateTime timestamp, FeedToken token, ByteBuffer bytes) {
    var group = bytes.getInt();
    var length = bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw Payload.malformed("feedItem", "boundBytes=" + length);
    }
    var from = new byte[length];
    bytes.get(from);
    return new FeedItem.RangeRemoved(
        table, group, new EdmBinary(from), new EdmBinary(Payload.rest(bytes)), timestamp, token);
  }

  private static final class Encoder implements FeedItem.Handler<byte[]> {

    private static final byte[] NO_BYTES = new byte[0];
    private static final int OF_CHANGE_BYTES = Integer.BYTES + 1 + Long.BYTES;

    @Override
    public byte[] change(FeedItem.Change item) {
      var after = item.after();
      var rest = after.map(Entity::encoded).orElseGet(item.key()::encoded);
      if (!item.before().isKnown()) {
        var kind = after.isPresent() ? STORED : REMOVED;
        return change(kind, item, rest.length).put(rest).array();
      }
      var before = item.before().entity().map(Entity::encoded).orElse(NO_BYTES);
      var kind = after.isPresent() ? STORED_KNOWN : REMOVED_KNOWN;
      return change(kind, item, Integer.BYTES + before.length + rest.length)
          .putInt(before.length)
          .put(before)
          .put(rest)
          .array();
    }

    private static ByteBuffer change(byte kind, FeedItem.Change item, int moreBytes) {
      return ofTable(kind, item, item.table(), item.timestamp(), OF_CHANGE_BYTES + moreBytes)
          .putInt(item.partitionGroup())
          .put(number(item.cause()))
          .putLong(item.batch());
    }

    @Override
    public byte[] rangeRemoved(FeedItem.RangeRemoved item) {
      var from = item.from().toByteArray();
      var to = item.to().toByteArray();
      var length = 2 * Integer.BYTES + from.length + to.length;
      return ofTable(RANGE, item, item.table(), item.timestamp(), length)
          .putInt(item.partitionGroup())
          .putInt(from.length)
          .put(from)
          .put(to)
          .array();
    }

    @Override
    public byte[] tableDropped(FeedItem.TableDropped item) {
      return ofTable(DROPPED, item, item.table(), item.timestamp(), 0).array();
    }

    @Override
    public byte[] checkpoint(FeedItem.Checkpoint item) {
      return begin(CHECKPOINT, item, 0).array();
    }

    private static ByteBuffer ofTable(
        byte kind, FeedItem item, TableName table, EdmDateTime timestamp, int moreBytes) {
      var name = table.value().getBytes(US_ASCII);
      return begin(kind, item, 1 + name.length + Long.BYTES + moreBytes)
          .put((byte) name.length)
          .put(name)
          .putLong(timestamp.ticks());
    }

    private static ByteBuffer begin(byte kind, FeedItem item, int moreBytes) {
      var token = item.token().text().getBytes(US_ASCII);
      return FrameEncoder.begin(FrameKind.FEED, HEAD_BYTES + token.length + moreBytes)
          .put(kind)
          .putShort((short) token.length)
          .put(token);
    }
  }
}
