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
 * 4       2      0x00, 0x06: the present generation of outcomes; 0x00, 0x08: that of images
 * 6       2      0x00, the partition group
 *                the value: see {@link TokenGeneration}
 *
 * 0       4      {@link #ID}, big-endian
 * 4       2      0x00, 0x07: an outcome; 0x00, 0x09: an image
 * 6       4      number of its generation, big-endian
 * 10      16     the token, most significant byte first
 * 26      8      FNV-1a hash of the entity's key in the clustered index
 * 34      1      part: 0 outcome, 1 entity after, 2 entity before
 * 35      2      0x00, the partition group
 *                the value of an outcome, big-endian: 8 Timestamp of the command in ticks, 8 fingerprint of the command;
 *                if the answer had images: 4 number of their generation, 1 whether one was the entity before
 *                the value of an image: the stored form of the entity
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
    OUTCOME(0, TokenMemory.OUTCOMES),
    AFTER(1, TokenMemory.IMAGES),
    BEFORE(2, TokenMemory.IMAGES);

    private final byte tag;
    private final TokenMemory memory;

    Part(int tag, TokenMemory memory) {
      this.tag = (byte) tag;
      this.memory = memory;
    }
  }

  private static final byte MARKER = 0;
  private static final int GENERATION_BYTES = 2 + Integer.BYTES;
  private static final int TOKEN_BYTES = GENERATION_BYTES + 3 * Long.BYTES + 1 + 2;

  private TokenKeys() {}

  /** Returns the key of the present generation of a partition group. */
  public static byte[] ofGeneration(TokenMemory memory, int group) {
    return IndexKeys.marker(ID, memory.generationTag(), group);
  }

  /** Returns the key of a part of what is kept under a token of an entity. */
  public static byte[] of(int generation, UUID token, long entityHash, Part part, int group) {
    var suffix = ByteBuffer.allocate(TOKEN_BYTES)
        .put(MARKER)
        .put(part.memory.entryTag())
        .putInt(generation)
        .putLong(token.getMostSignificantBits())
        .putLong(token.getLeastSignificantBits())
        .putLong(entityHash)
        .put(part.tag)
        .put(MARKER)
        .put((byte) group);
    return TreeKeys.of(ID, suffix.array());
  }

  /** Returns the lower bound of the entries of a generation, and of those of later ones. */
  public static byte[] from(TokenMemory memory, int generation) {
    var suffix =
        ByteBuffer.allocate(GENERATION_BYTES).put(MARKER).put(memory.entryTag()).putInt(generation);
    return TreeKeys.of(ID, suffix.array());
  }
}
