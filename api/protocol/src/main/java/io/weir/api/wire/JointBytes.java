package io.weir.api.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.IfMatch;
import io.weir.api.write.WriteResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The payloads of a joint commit and of a joint read. An operation is:
 *
 * <pre>
 * bytes  meaning, big-endian
 * 1      length n of the table's name
 * n      the name, ASCII
 * 1      kind: 5 write, 1 check that the entity is present, 0 check that it is absent
 *        kind 5:
 * rest   the write: see {@link WriteBytes}
 *        kind 1:
 * 2      length e of the precondition
 * e      the precondition as the value of an If-Match header, UTF-8; at most 1 KiB
 *        kinds 0 and 1:
 * rest   the key as {@link EntityKey#encoded()} lays it out
 * </pre>
 *
 * <p>Any thread. Decoders fail with {@code InvalidInput}.
 */
final class JointBytes {

  static final TableWrite.Handler<byte[]> OPERATION = new Encode();

  private static final byte ABSENT = 0;
  private static final byte PRESENT = 1;
  private static final byte WRITE = FrameKind.WRITE.tag();

  private JointBytes() {}

  /** Reads an operation. {@code entities} reads the entity in it. */
  static TableWrite operation(byte[] payload, Function<byte[], Entity> entities) {
    var bytes = Payload.of(payload, 1);
    var table = table(bytes);
    if (!bytes.hasRemaining()) {
      throw Payload.malformed("operation", "kind=none");
    }
    var kind = bytes.get();
    if (kind == WRITE) {
      return TableWrite.of(table, WriteBytes.decode(Payload.rest(bytes), entities));
    }
    return switch (kind) {
      case PRESENT -> present(table, bytes);
      case ABSENT -> TableWrite.absent(table, key(bytes));
      default -> throw Payload.malformed("operation", "kind=" + kind);
    };
  }

  private static TableWrite present(TableName table, ByteBuffer bytes) {
    if (bytes.remaining() < Short.BYTES) {
      throw Payload.malformed("operation", "remaining=" + bytes.remaining());
    }
    var ifMatch = Payload.text(bytes, Short.toUnsignedInt(bytes.getShort()), UTF_8);
    return TableWrite.present(table, key(bytes), IfMatch.parse(ifMatch));
  }

  /** Reads a joint commit. Fails as {@link JointCommit} does, too. */
  static JointCommit commit(byte[] payload, Function<byte[], Entity> entities) {
    var operations = new ArrayList<TableWrite>();
    for (var bytes = ByteBuffer.wrap(payload); bytes.hasRemaining(); ) {
      var length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
      if (length < 0 || length > bytes.remaining()) {
        throw Payload.malformed("commit", "operationBytes=" + length);
      }
      if (operations.size()
          == JointCommit.MAX_OPERATIONS) { // before more of a hostile frame becomes objects
        throw Payload.malformed("commit", "operations=more limit=" + JointCommit.MAX_OPERATIONS);
      }
      var operation = new byte[length];
      bytes.get(operation);
      operations.add(operation(operation, entities));
    }
    return new JointCommit(operations);
  }

  /** Returns the frame of a joint commit. */
  static byte[] commit(JointCommit commit) {
    var frames =
        commit.operations().stream().map(each -> each.dispatch(OPERATION)).toList();
    var bytes = frames.stream()
        .mapToInt(frame -> Integer.BYTES + frame.length - FrameKind.HEAD_BYTES)
        .sum();
    var target = FrameEncoder.begin(FrameKind.COMMIT, bytes);
    for (var frame : frames) {
      var length = frame.length - FrameKind.HEAD_BYTES;
      target.putInt(length).put(frame, FrameKind.HEAD_BYTES, length);
    }
    return FrameEncoder.end(target);
  }

  /** Reads the results of a joint commit. {@code entities} reads the entities in it. */
  static List<WriteResult> committed(byte[] payload, Function<byte[], Entity> entities) {
    var results = new ArrayList<WriteResult>();
    for (var bytes = ByteBuffer.wrap(payload); bytes.hasRemaining(); ) {
      results.add(committed(bytes, payload.length, entities));
    }
    return results;
  }

  private static WriteResult committed(
      ByteBuffer bytes, int payloadBytes, Function<byte[], Entity> entities) {
    if (bytes.remaining() < Long.BYTES) {
      throw Payload.malformed("committed", "bytes=" + payloadBytes);
    }
    var ticks = bytes.getLong();
    if (ticks >= 0) {
      return Payload.result(ticks);
    }
    var length = bytes.remaining() < Integer.BYTES ? -1 : bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw Payload.malformed("committed", "resultBytes=" + length);
    }
    var images = new byte[length];
    bytes.get(images);
    return Payload.result(~ticks, images, entities);
  }

  /** Returns the frame of the results of a joint commit. */
  static byte[] committed(List<WriteResult> results) {
    var images = results.stream().map(FrameEncoder::images).toList();
    var bytes = images.stream()
        .mapToInt(each -> Long.BYTES + (each.length == 0 ? 0 : Integer.BYTES + each.length))
        .sum();
    var target = FrameEncoder.begin(FrameKind.COMMITTED, bytes);
    for (var i = 0; i < results.size(); i++) {
      var ticks = results.get(i).timestampTicks();
      if (images.get(i).length == 0) {
        target.putLong(ticks);
      } else {
        target.putLong(~ticks).putInt(images.get(i).length).put(images.get(i));
      }
    }
    return FrameEncoder.end(target);
  }

  /** Reads the address of an entity. */
  static TableKey address(byte[] payload) {
    var bytes = Payload.of(payload, 1);
    return new TableKey(table(bytes), key(bytes));
  }

  /** Returns the frame of an address. */
  static byte[] address(TableKey key) {
    var table = name(key.table());
    var encoded = key.key().encoded();
    return FrameEncoder.begin(FrameKind.ADDRESS, table.length + encoded.length)
        .put(table)
        .put(encoded)
        .array();
  }

  private static TableName table(ByteBuffer bytes) {
    return new TableName(Payload.text(bytes, Byte.toUnsignedInt(bytes.get()), US_ASCII));
  }

  private static EntityKey key(ByteBuffer rest) {
    var bytes = Payload.rest(rest);
    return EntityKey.decode(bytes, 0, bytes.length);
  }

  /** Returns the name after its length. */
  private static byte[] name(TableName table) {
    var text = table.value().getBytes(US_ASCII);
    return ByteBuffer.allocate(1 + text.length)
        .put((byte) text.length)
        .put(text)
        .array();
  }

  private static final class Encode implements TableWrite.Handler<byte[]> {

    @Override
    public byte[] change(TableWrite.Change operation) {
      return FrameEncoder.around(
          FrameKind.OPERATION, name(operation.table()), WriteBytes.encode(operation.write()));
    }

    @Override
    public byte[] present(TableWrite.Present operation) {
      var table = name(operation.table());
      var ifMatch = WriteBytes.bytes(operation.ifMatch());
      var key = operation.key().encoded();
      return FrameEncoder.begin(
              FrameKind.OPERATION, table.length + 1 + Short.BYTES + ifMatch.length + key.length)
          .put(table)
          .put(PRESENT)
          .putShort((short) ifMatch.length)
          .put(ifMatch)
          .put(key)
          .array();
    }

    @Override
    public byte[] absent(TableWrite.Absent operation) {
      var table = name(operation.table());
      var key = operation.key().encoded();
      return FrameEncoder.begin(FrameKind.OPERATION, table.length + 1 + key.length)
          .put(table)
          .put(ABSENT)
          .put(key)
          .array();
    }
  }
}
