package io.weir.engine.index;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Keys under which a shard remembers the tokens of changes in place.
 *
 * <p>They are markers under the index id of the number 0, which the catalog never gives, so
 * everything that treats keys of indexes by their layout treats these alike: they lie in the shard
 * that their last byte names, and no table, query or feed shows them.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      {@link #ID}, big-endian
 * 4       2      0x00, 0x06: the present generation
 * 6       2      0x00, the partition group
 *                the value: see {@link TokenGeneration}
 *
 * 0       4      {@link #ID}, big-endian
 * 4       2      0x00, 0x07: a token
 * 6       4      number of its generation, big-endian
 * 10      16     the token, most significant byte first
 * 26      8      FNV-1a hash of the entity's key in the clustered index
 * 34      1      part: 0 outcome, 1 entity after, 2 entity before
 * 35      2      0x00, the partition group
 *                the value of an outcome: 8 Timestamp of the command in ticks, 8 fingerprint of the command, big-endian;
 *                the value of an entity: its stored form
 * </pre>
 *
 * <p>Tokens come first in the key: a client that counts its tokens up has neighbouring keys, and
 * the tokens of a turn concern few leaves of the tree. Any thread.
 */
public final class TokenKeys {

  /** The id of all keys of tokens. */
  public static final int ID = IndexKeys.idOf(0);

  /** What is kept of a command under a token. */
  public enum Part {
    OUTCOME(0),
    AFTER(1),
    BEFORE(2);

    private final byte tag;

    Part(int tag) {
      this.tag = (byte) tag;
    }
  }

  private static final byte MARKER = 0;
  private static final byte GENERATION = 6;
  private static final byte TOKEN = 7;
  private static final int GENERATION_BYTES = 2 + Integer.BYTES;
  private static final int TOKEN_BYTES = GENERATION_BYTES + 3 * Long.BYTES + 1 + 2;

  private TokenKeys() {}

  /** Returns the key of the present generation of a partition group. */
  public static byte[] ofGeneration(int group) {
    return IndexKeys.marker(ID, GENERATION, group);
  }

  /** Returns the key of a part of what is kept under a token of an entity. */
  public static byte[] of(int generation, UUID token, long entityHash, Part part, int group) {
    var suffix = ByteBuffer.allocate(TOKEN_BYTES)
        .put(MARKER)
        .put(TOKEN)
        .putInt(generation)
        .putLong(token.getMostSignificantBits())
        .putLong(token.getLeastSignificantBits())
        .putLong(entityHash)
        .put(part.tag)
        .put(MARKER)
        .put((byte) group);
    return TreeKeys.of(ID, suffix.array());
  }

  /** Returns the lower bound of the tokens of a generation, and of those of later ones. */
  public static byte[] from(int generation) {
    var suffix = ByteBuffer.allocate(GENERATION_BYTES).put(MARKER).put(TOKEN).putInt(generation);
    return TreeKeys.of(ID, suffix.array());
  }
}
