package io.weir.engine.queue;

import io.weir.engine.index.TreeKeys;
import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Keys of the clustered index under the ids of queues.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      queue id, big-endian
 * 4       1      number of the lane, plus 1; 1 to 31, because no PartitionKey begins with such a byte
 * 5       1      0x00: the partition group is that of the bytes before it, as for entities
 * 6       1      kind of the entry
 *
 * kind 1  number of messages        key ends here; value: 8 bytes, big-endian
 * kind 2  place in the order        8 bytes, visible at, in ticks; 16 bytes, message id; value: {@link Place}
 * kind 3  text                      16 bytes, message id; value: {@link StoredMessage}
 * kind 4  expiry                    8 bytes, expires at, in ticks; 16 bytes, message id; value: 8 bytes, visible at
 * </pre>
 *
 * <p>A message id is the Timestamp of the command that put the message (8 bytes), the number of its
 * lane (1), its place in the command (3), and the queue's id (4). Places of one lane and of equal
 * visibility are therefore in the order of their commands.
 */
public final class QueueKeys {

  /** Lane 0 has this byte. */
  private static final int FIRST_LANE = 1;

  private static final int LAST_LANE = 31;
  private static final int HEAD_BYTES = TreeKeys.TABLE_BYTES + 3;
  private static final byte COUNTER = 1;
  private static final byte PLACE = 2;
  private static final byte TEXT = 3;
  private static final byte EXPIRY = 4;
  private static final int ID_BYTES = 16;

  private QueueKeys() {}

  /** Whether a key of the clustered index belongs to a queue. Any bytes can be asked about. */
  public static boolean isQueueKey(byte[] key) {
    return key.length >= HEAD_BYTES
        && key[0] >= 0
        && key[TreeKeys.TABLE_BYTES] >= FIRST_LANE
        && key[TreeKeys.TABLE_BYTES] <= LAST_LANE;
  }

  /** Returns the kind of damage of a queue's entry in one word, or empty if there is none. */
  public static String damageOf(byte[] key, byte[] value) {
    var rest = key.length - HEAD_BYTES;
    var sound = switch (key[HEAD_BYTES - 1]) {
      case COUNTER -> rest == 0 && value.length == Long.BYTES;
      case PLACE -> rest == Long.BYTES + ID_BYTES && value.length == Place.BYTES;
      case TEXT -> rest == ID_BYTES && value.length >= StoredMessage.HEAD_BYTES;
      case EXPIRY -> rest == Long.BYTES + ID_BYTES && value.length == Long.BYTES;
      default -> false;
    };
    return sound && key[HEAD_BYTES - 2] == 0 ? "" : "noQueueEntry";
  }

  /** Whether a key is that of a place in the order of a lane. */
  static boolean isPlace(byte[] key, Lane lane) {
    return key.length == HEAD_BYTES + Long.BYTES + ID_BYTES
        && key[HEAD_BYTES - 1] == PLACE
        && ByteBuffer.wrap(key).getInt() == lane.queueId()
        && key[TreeKeys.TABLE_BYTES] == lane.number() + FIRST_LANE;
  }

  /** Returns the key of the number of messages. */
  public static byte[] counter(Lane lane) {
    return key(lane, COUNTER, 0, at -> {});
  }

  /** Returns the lower bound of the places that become visible at a moment or later. */
  static byte[] placesFrom(Lane lane, long visibleAt) {
    return key(lane, PLACE, Long.BYTES, at -> at.putLong(visibleAt));
  }

  static byte[] place(Lane lane, long visibleAt, UUID id) {
    return key(lane, PLACE, Long.BYTES + ID_BYTES, at -> put(id, at.putLong(visibleAt)));
  }

  static byte[] text(Lane lane, UUID id) {
    return key(lane, TEXT, ID_BYTES, at -> put(id, at));
  }

  /** Returns the lower bound of the entries of messages that expire at a moment or later. */
  static byte[] expiriesFrom(Lane lane, long expiresAt) {
    return key(lane, EXPIRY, Long.BYTES, at -> at.putLong(expiresAt));
  }

  static byte[] expiry(Lane lane, long expiresAt, UUID id) {
    return key(lane, EXPIRY, Long.BYTES + ID_BYTES, at -> put(id, at.putLong(expiresAt)));
  }

  /** Returns the moment in the key of a place or of an expiry. */
  static long momentOf(byte[] key) {
    return ByteBuffer.wrap(key).getLong(HEAD_BYTES);
  }

  /** Returns the message id in the key of a place or of an expiry. */
  static UUID idOf(byte[] key) {
    var at = HEAD_BYTES + Long.BYTES;
    var bytes = ByteBuffer.wrap(key);
    return new UUID(bytes.getLong(at), bytes.getLong(at + Long.BYTES));
  }

  private static byte[] key(Lane lane, byte kind, int restBytes, Consumer<ByteBuffer> rest) {
    var key = ByteBuffer.allocate(HEAD_BYTES + restBytes)
        .putInt(lane.queueId())
        .put((byte) (lane.number() + FIRST_LANE))
        .put((byte) 0)
        .put(kind);
    rest.accept(key);
    return key.array();
  }

  private static void put(UUID id, ByteBuffer key) {
    key.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
  }
}
