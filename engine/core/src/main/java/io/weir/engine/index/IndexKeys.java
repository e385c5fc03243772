package io.weir.engine.index;

import java.util.Arrays;

/** Keys of the clustered index under index ids. The layout stands in the package documentation. */
public final class IndexKeys {

  /** The length of the shortest key: that of a marker. */
  public static final int SHORTEST_BYTES = TreeKeys.TABLE_BYTES + 4;

  /** The length of what follows the entity's key: 0x00 and the partition group. */
  public static final int TAIL_BYTES = 2;

  /** The byte after the id in the key of a marker. */
  private static final byte MARKER = 0;

  /** The byte after it in the key of a claim. */
  private static final byte CLAIM = 3;

  private static final int CLAIM_BYTES = TreeKeys.TABLE_BYTES + 2 + Claim.HASH_BYTES + TAIL_BYTES;

  private static final int INDEX_BIT = 0x8000_0000;

  private IndexKeys() {}

  /**
   * Returns the index id that is made of a number which the catalog has given once, to a table or
   * to an index.
   */
  public static int idOf(int number) {
    return number | INDEX_BIT;
  }

  /** Returns the number that an index id was made of. */
  public static int numberOf(int indexId) {
    return indexId & ~INDEX_BIT;
  }

  /** Whether an id is that of an index, not that of a table. */
  public static boolean isIndexId(int id) {
    return id < 0;
  }

  /** Returns the key of a marker of an index in a partition group. */
  public static byte[] marker(int indexId, byte kind, int group) {
    return TreeKeys.of(indexId, new byte[] {MARKER, kind, 0, (byte) group});
  }

  /** Returns the key of a claim in the partition group that its hash decides. */
  static byte[] claim(int indexId, byte[] hash, int group) {
    var suffix = new byte[2 + hash.length + TAIL_BYTES];
    suffix[0] = MARKER;
    suffix[1] = CLAIM;
    System.arraycopy(hash, 0, suffix, 2, hash.length);
    suffix[suffix.length - 1] = (byte) group;
    return TreeKeys.of(indexId, suffix);
  }

  /** Returns the lower bound of an index's claims. */
  public static byte[] startOfClaims(int indexId) {
    return TreeKeys.of(indexId, new byte[] {MARKER, CLAIM});
  }

  /** Returns the exclusive upper bound of an index's claims. */
  public static byte[] endOfClaims(int indexId) {
    return TreeKeys.of(indexId, new byte[] {MARKER, CLAIM + 1});
  }

  /** Whether a key under an index id has the kind of a claim. */
  public static boolean isClaim(byte[] key) {
    return isMarker(key) && key[TreeKeys.TABLE_BYTES + 1] == CLAIM;
  }

  /** Whether a key of a claim has the length of one. */
  public static boolean hasClaimLength(byte[] key) {
    return key.length == CLAIM_BYTES;
  }

  /** Returns the lower bound of an index's entries, above all its markers and claims. */
  public static byte[] startOfEntries(int indexId) {
    return TreeKeys.of(indexId, new byte[] {MARKER + 1});
  }

  /** Whether a key under an index id is the key of a marker or a claim. */
  public static boolean isMarker(byte[] key) {
    return key[TreeKeys.TABLE_BYTES] == MARKER;
  }

  /** Returns the offset after the encoded values of an entry's key. */
  public static int endOfValues(byte[] entry, TableIndex index) {
    var at = TreeKeys.TABLE_BYTES;
    for (var property : index.definition().properties()) {
      at = ValueCode.end(entry, at, property.descending());
    }
    return at;
  }

  /** Returns the key of the entity of an entry, in the clustered index. */
  public static byte[] entityKey(byte[] entry, TableIndex index, int tableId) {
    var from = endOfValues(entry, index);
    return TreeKeys.of(tableId, entry, from, entry.length - from - TAIL_BYTES);
  }

  /**
   * Whether the bytes from an offset on are encoded values of each property, and no more. Any bytes
   * can be asked about.
   */
  public static boolean areValues(byte[] bytes, int from, TableIndex index) {
    var properties = index.definition().properties();
    var longest = ValueCode.TEXT_BYTES + properties.size() * ValueCode.LONGEST_NUMBER_BYTES;
    if (bytes.length - from > longest) {
      return false;
    }
    var padded = Arrays.copyOf(bytes, bytes.length + ValueCode.LONGEST_NUMBER_BYTES + 1);
    padded[padded.length - 1] = (byte) 0xFF; // every text ends at 0x00 or 0xFF, in either direction
    var at = from;
    for (var property : properties) {
      if (at >= bytes.length) {
        return false;
      }
      at = ValueCode.end(padded, at, property.descending());
    }
    return at == bytes.length;
  }

  /** Returns the entry of encoded values and the encoded key of an entity. */
  public static byte[] entry(int indexId, byte[] values, byte[] entityKey, int group) {
    var suffix = new byte[values.length + entityKey.length + TAIL_BYTES];
    System.arraycopy(values, 0, suffix, 0, values.length);
    System.arraycopy(entityKey, 0, suffix, values.length, entityKey.length);
    suffix[suffix.length - 1] = (byte) group;
    return TreeKeys.of(indexId, suffix);
  }
}
