package io.weir.engine.record;

import io.weir.engine.consensus.Applied;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.log.LogPayload;
import io.weir.engine.tree.ByteRange;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The log record of one command, or of one joint command. It holds the resulting stored forms, so
 * replaying it twice has the effect of replaying it once. In a store that several nodes keep,
 * further records mark the ends of the agreed entries.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       1      kind: 1, changes of one partition group
 * 1       8      Timestamp of the command in ticks, big-endian
 * 9       4      number n of changes, big-endian
 * 13      ..     n times:
 *         1        operation: 1 put, 2 remove, 3 remove and tell the form that was stored, 4 remove because expired;
 *                  1, 2 and 4 plus 16 times what is told of the form before: 0 no word, 1 there was none, 2 it follows, 3 it is left out
 *         4        length k of the key in bytes, big-endian
 *         k        key of the clustered index
 *         4        1 and 3 only: length v of the stored form in bytes, big-endian
 *         v        1 and 3 only: stored form
 *         4        if the form before follows: its length b in bytes, big-endian
 *         b        the form before
 *
 * 0       1      kind: 3, changes of several partition groups, made together; in all else as kind 1
 *
 * 0       1      kind: 2, ranges of keys removed from one partition group
 * 1       8      Timestamp of the command in ticks, big-endian
 * 9       4      number of the partition group, big-endian
 * 13      4      number n of ranges, big-endian
 * 17      ..     n times:
 *         4        length k of the first key in bytes, big-endian
 *         k        first key
 *         4        length m of the end in bytes, big-endian
 *         m        end, which is not included
 *
 * 0       1      kind: 4, the end of an entry of the sequence that several nodes agree on; changes nothing
 * 1       8      highest Timestamp of the records of the entry in ticks, big-endian
 * 9       8      term of the entry, big-endian
 * 17      8      index of the entry, big-endian
 * </pre>
 */
public final class LogRecord {

  private static final byte CHANGES = 1;
  private static final byte REMOVAL = 2;
  private static final byte JOINT = 3;
  private static final byte MARK = 4;
  private static final byte PUT = 1;
  private static final byte REMOVE = 2;
  private static final byte REMOVE_KNOWN = 3;
  private static final byte EXPIRE = 4;
  private static final int BEFORE_SHIFT = 4;
  private static final int OPERATION_MASK = (1 << BEFORE_SHIFT) - 1;
  private static final int NO_WORD = 0;
  private static final int NOTHING_BEFORE = 1;
  private static final int BEFORE_FOLLOWS = 2;
  private static final int BEFORE_LEFT_OUT = 3;
  private static final int TICKS_AT = 1;
  private static final int GROUP_AT = 9;
  private static final int HEAD_BYTES = 13;
  private static final int FIRST_KEY_AT = HEAD_BYTES + 1;
  private static final int REMOVAL_HEAD_BYTES = 17;

  /** The length of the record that ends an entry of an agreed sequence. */
  public static final int MARK_BYTES = 25;

  private LogRecord() {}

  /** Receives the changes of a record. */
  public interface Visitor {

    /** Stores a form under a key. */
    void put(byte[] key, byte[] stored);

    /** Removes a key. */
    void remove(byte[] key);

    /** Removes a key under which a form was stored: the catalog's record of a dropped table. */
    default void removeKnown(byte[] key, byte[] before) {
      remove(key);
    }

    /** Removes the key of an expired entity. */
    default void expire(byte[] key) {
      remove(key);
    }

    /** Stores a form under a key, and tells what it replaces. */
    default void put(byte[] key, byte[] stored, BeforeImage before) {
      put(key, stored);
    }

    /** Removes a key, and tells what was stored. */
    default void remove(byte[] key, BeforeImage before) {
      remove(key);
    }

    /** Removes the key of an expired entity, and tells what was stored. */
    default void expire(byte[] key, BeforeImage before) {
      expire(key);
    }

    /**
     * Removes all keys of a partition group from {@code from}, inclusive, to {@code to}, exclusive.
     */
    void removeRange(int partitionGroup, byte[] from, byte[] to);
  }

  /** Returns the Timestamp of a record, in ticks. Leaves the payload's position unchanged. */
  public static long ticks(ByteBuffer payload) {
    return payload.getLong(payload.position() + TICKS_AT);
  }

  /**
   * Whether a record may change several partition groups. Leaves the payload's position unchanged.
   */
  public static boolean isJoint(ByteBuffer payload) {
    return payload.hasRemaining() && payload.get(payload.position()) == JOINT;
  }

  /** Whether a record removes ranges of keys. Leaves the payload's position unchanged. */
  public static boolean isRemoval(ByteBuffer payload) {
    return payload.hasRemaining() && payload.get(payload.position()) == REMOVAL;
  }

  /**
   * Whether a record changes the catalog; it then changes nothing else. Leaves the payload's
   * position unchanged.
   */
  public static boolean isOfCatalog(ByteBuffer payload) {
    var at = payload.position() + FIRST_KEY_AT + Integer.BYTES;
    return payload.get(payload.position()) == CHANGES
        && payload.limit() >= at + TreeKeys.TABLE_BYTES
        && payload.getInt(at) == TreeKeys.CATALOG;
  }

  /**
   * Whether a record ends an entry of an agreed sequence, and changes nothing. Leaves the payload's
   * position unchanged.
   */
  public static boolean isMark(ByteBuffer payload) {
    return payload.hasRemaining() && payload.get(payload.position()) == MARK;
  }

  /** Returns the place of the entry that a mark ends. Leaves the payload's position unchanged. */
  public static Applied placeOf(ByteBuffer mark) {
    var at = mark.position() + GROUP_AT;
    return new Applied(mark.getLong(at), mark.getLong(at + Long.BYTES));
  }

  /**
   * Returns the record that ends an entry of an agreed sequence.
   *
   * @param ticks the highest Timestamp of the entry's records
   */
  public static LogPayload ofMark(long ticks, Applied place) {
    return LogPayload.of(ByteBuffer.allocate(MARK_BYTES)
        .put(MARK)
        .putLong(ticks)
        .putLong(place.term())
        .putLong(place.index())
        .flip());
  }

  /** Returns the length of the record of these changes and their images, in bytes. */
  public static long lengthBytes(List<Change> changes) {
    long length = HEAD_BYTES;
    for (var change : changes) {
      var form = change.logged();
      var before = change.before();
      length += 5 + change.key().length + (form == null ? 0 : 4 + form.length);
      length += before == null ? 0 : before.lengthBytes();
    }
    return length;
  }

  /** Returns the record of changes in one partition group. It is encoded when the log writes it. */
  public static LogPayload of(long ticks, List<Change> changes) {
    return changes(CHANGES, ticks, changes);
  }

  /**
   * Returns the record of changes in several partition groups. It is encoded when the log writes
   * it.
   */
  public static LogPayload ofJoint(long ticks, List<Change> changes) {
    return changes(JOINT, ticks, changes);
  }

  private static LogPayload changes(byte kind, long ticks, List<Change> changes) {
    return new Changes(kind, ticks, changes, Math.toIntExact(lengthBytes(changes)));
  }

  /** Returns the encoded record of changes in one partition group. */
  public static byte[] encode(long ticks, List<Change> changes) {
    return encoded(of(ticks, changes));
  }

  /** Returns the encoded form of a record. */
  static byte[] encoded(LogPayload record) {
    var out = ByteBuffer.allocate(record.lengthBytes());
    record.writeTo(out);
    return out.array();
  }

  private record Changes(byte kind, long ticks, List<Change> changes, int lengthBytes)
      implements LogPayload {

    @Override
    public void writeTo(ByteBuffer target) {
      target.put(kind).putLong(ticks).putInt(changes.size());
      for (var change : changes) {
        encode(change, target);
      }
    }
  }

  private static void encode(Change change, ByteBuffer out) {
    var form = change.logged();
    var before = change.before();
    var operation = operation(change.kind()) | wordOf(before) << BEFORE_SHIFT;
    out.put((byte) operation).putInt(change.key().length).put(change.key());
    if (form != null) {
      out.putInt(form.length).put(form);
    }
    var image = before == null ? null : before.stored();
    if (image != null) {
      out.putInt(image.length).put(image);
    }
  }

  private static int wordOf(@Nullable BeforeImage before) {
    if (before == null) {
      return NO_WORD;
    }
    if (before == BeforeImage.NOTHING) {
      return NOTHING_BEFORE;
    }
    return before == BeforeImage.LEFT_OUT ? BEFORE_LEFT_OUT : BEFORE_FOLLOWS;
  }

  private static byte operation(Change.Kind kind) {
    return switch (kind) {
      case PUT -> PUT;
      case REMOVE -> REMOVE;
      case REMOVE_KNOWN -> REMOVE_KNOWN;
      case EXPIRE -> EXPIRE;
    };
  }

  /** Returns the record of the removal of ranges. */
  public static LogPayload ofRemoval(long ticks, int partitionGroup, List<ByteRange> ranges) {
    var length = REMOVAL_HEAD_BYTES;
    for (var range : ranges) {
      length += 8 + range.from().length + range.to().length;
    }
    var out = ByteBuffer.allocate(length)
        .put(REMOVAL)
        .putLong(ticks)
        .putInt(partitionGroup)
        .putInt(ranges.size());
    for (var range : ranges) {
      out.putInt(range.from().length).put(range.from());
      out.putInt(range.to().length).put(range.to());
    }
    return LogPayload.of(out.flip());
  }

  /**
   * Passes the record's changes to the visitor and returns the record's Timestamp, in ticks.
   *
   * <p>Fails with {@link IllegalStateException} when the payload is complete and does not have this
   * form: another version of Weir wrote it.
   */
  public static long decode(ByteBuffer payload, Visitor visitor) {
    try {
      var kind = payload.get();
      var ticks = payload.getLong();
      switch (kind) {
        case CHANGES, JOINT -> decodeChanges(payload, visitor);
        case REMOVAL -> decodeRemoval(payload, visitor);
        case MARK -> requireMark(payload);
        default ->
          throw new IllegalStateException(
              "unknown kind of log record; open the store with the version of Weir that wrote it kind="
                  + kind);
      }
      return ticks;
    } catch (BufferUnderflowException e) {
      throw new IllegalStateException("a log record ends early", e);
    }
  }

  /** Receives the part of a record that changes one partition group. */
  @FunctionalInterface
  public interface GroupSink {
    void accept(int partitionGroup, byte[] record);
  }

  /**
   * Passes on a record for each partition group that this record changes. Fails as {@link #decode}
   * does.
   */
  public static void forEachGroup(byte[] record, PartitionGroups groups, GroupSink sink) {
    if (record[0] == JOINT) {
      split(ByteBuffer.wrap(record), groups).forEach(sink::accept);
    } else if (record[0] != MARK) {
      sink.accept(groupOf(record, groups), record);
    }
  }

  private static int groupOf(byte[] record, PartitionGroups groups) {
    try {
      var payload = ByteBuffer.wrap(record);
      return record[0] == REMOVAL
          ? payload.getInt(GROUP_AT)
          : groups.ofTreeKey(bytes(payload.position(FIRST_KEY_AT)));
    } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IllegalStateException("a log record ends early", e);
    }
  }

  /** Returns the record of each group. */
  private static Map<Integer, byte[]> split(ByteBuffer payload, PartitionGroups groups) {
    var changes = new TreeMap<Integer, List<Change>>();
    var ticks = decode(payload, new Visitor() {
      @Override
      public void put(byte[] key, byte[] stored) {
        add(key, Change.put(key, stored));
      }

      @Override
      public void remove(byte[] key) {
        add(key, Change.remove(key));
      }

      @Override
      public void removeRange(int partitionGroup, byte[] from, byte[] to) {
        throw new IllegalStateException("a joint record removes a range");
      }

      private void add(byte[] key, Change change) {
        changes
            .computeIfAbsent(groups.ofTreeKey(key), absent -> new ArrayList<>())
            .add(change);
      }
    });
    var records = new TreeMap<Integer, byte[]>();
    changes.forEach((group, some) -> records.put(group, encode(ticks, some)));
    return records;
  }

  private static void requireMark(ByteBuffer payload) {
    payload.getLong();
    payload.getLong();
  }

  private static void decodeChanges(ByteBuffer payload, Visitor visitor) {
    for (var left = payload.getInt(); left > 0; left--) {
      decodeChange(payload, visitor);
    }
  }

  private static void decodeRemoval(ByteBuffer payload, Visitor visitor) {
    var partitionGroup = payload.getInt();
    for (var left = payload.getInt(); left > 0; left--) {
      visitor.removeRange(partitionGroup, bytes(payload), bytes(payload));
    }
  }

  private static void decodeChange(ByteBuffer payload, Visitor visitor) {
    var operation = payload.get();
    var key = bytes(payload);
    if (operation >>> BEFORE_SHIFT != NO_WORD) {
      decodeToldChange(operation, key, payload, visitor);
      return;
    }
    switch (operation) {
      case PUT -> visitor.put(key, bytes(payload));
      case REMOVE -> visitor.remove(key);
      case REMOVE_KNOWN -> visitor.removeKnown(key, bytes(payload));
      case EXPIRE -> visitor.expire(key);
      default -> throw unknown(operation);
    }
  }

  private static void decodeToldChange(
      byte operation, byte[] key, ByteBuffer payload, Visitor visitor) {
    switch (operation & OPERATION_MASK) {
      case PUT -> visitor.put(key, bytes(payload), before(operation, payload));
      case REMOVE -> visitor.remove(key, before(operation, payload));
      case EXPIRE -> visitor.expire(key, before(operation, payload));
      default -> throw unknown(operation);
    }
  }

  private static BeforeImage before(byte operation, ByteBuffer payload) {
    return switch (operation >>> BEFORE_SHIFT) {
      case NOTHING_BEFORE -> BeforeImage.NOTHING;
      case BEFORE_FOLLOWS -> BeforeImage.of(bytes(payload));
      case BEFORE_LEFT_OUT -> BeforeImage.LEFT_OUT;
      default -> throw unknown(operation);
    };
  }

  private static IllegalStateException unknown(byte operation) {
    return new IllegalStateException(
        "unknown operation in a log record; open the store with the version of Weir that wrote it operation="
            + operation);
  }

  private static byte[] bytes(ByteBuffer payload) {
    var bytes = new byte[payload.getInt()];
    payload.get(bytes);
    return bytes;
  }
}
