package io.weir.engine.query;

import io.weir.api.AccessPath;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.KeyText;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A run of encoded keys (PartitionKey, 0x00, RowKey; see {@link EntityKey#encoded()}): from a lower bound on, up to but without an upper
 * one. Both bounds are bytes, need not be keys, and are there even where the run is open: an upper bound of 0xFF lies behind every key.
 *
 * <p>Bounds use that an encoded text holds no byte below 0x20. So 0x00 behind a PartitionKey begins its partition, and 0x01 behind a
 * text lies behind it and before every longer one:
 *
 * <pre>
 * place                         bound
 * before partition p            p 00
 * behind partition p            p 01
 * before row r in partition p   p 00 r
 * behind row r in partition p   p 00 r 01
 * behind everything             FF
 * </pre>
 *
 * <p>A bound is at most a byte longer than the longest key. Immutable; any thread. The arrays are to be read only.
 */
public final class KeyRange {

  private static final byte BEHIND_TEXT = EntityKey.SEPARATOR + 1;
  private static final byte BEHIND_EVERYTHING = (byte) 0xFF;

  private final byte[] lower;
  private final byte[] upper;
  private final @Nullable String partitionKey;
  private final AccessPath path;

  private KeyRange(byte[] lower, byte[] upper, @Nullable String partitionKey, AccessPath path) {
    this.lower = lower;
    this.upper = upper;
    this.partitionKey = partitionKey;
    this.path = path;
  }

  /** Whole partitions between two cuts. */
  static KeyRange ofPartitions(Cut from, Cut to) {
    var isTable = from.equals(Cut.START) && to.equals(Cut.END);
    return new KeyRange(
        partitionBound(from),
        partitionBound(to),
        null,
        isTable ? AccessPath.TABLE_SCAN : AccessPath.PARTITION_RANGE);
  }

  /** The rows between two cuts of one partition. */
  static KeyRange ofRows(String partitionKey, Cut from, Cut to) {
    var isWhole = from.equals(Cut.START) && to.equals(Cut.END);
    var path = isWhole ? AccessPath.PARTITION_SCAN : AccessPath.ROW_RANGE;
    return new KeyRange(
        rowBound(partitionKey, from),
        rowBound(partitionKey, to),
        partitionKey,
        from.surroundTextWith(to) ? AccessPath.POINT : path);
  }

  /** Bytes of the least key that may lie in the range; of a point, its key. */
  public byte[] lower() {
    return lower;
  }

  /** Bytes that are greater than those of every key in the range. */
  public byte[] upper() {
    return upper;
  }

  /** The partition that the range lies in, a legal key; absent when it may span several. */
  public @Nullable String partitionKey() {
    return partitionKey;
  }

  /**
   * How the range alone is answered: {@code POINT}, {@code ROW_RANGE}, {@code PARTITION_SCAN}, {@code PARTITION_RANGE} or {@code
   * TABLE_SCAN}.
   */
  public AccessPath path() {
    return path;
  }

  /** Whether the range holds one key: {@link #lower()}. */
  public boolean isPoint() {
    return path == AccessPath.POINT;
  }

  /** Whether an encoded key lies in the range. */
  public boolean contains(byte[] source, int offset, int length) {
    return Arrays.compareUnsigned(source, offset, offset + length, lower, 0, lower.length) >= 0
        && Arrays.compareUnsigned(source, offset, offset + length, upper, 0, upper.length) < 0;
  }

  /** What of the range lies at this key and behind it; absent when nothing does. */
  @Nullable
  KeyRange from(EntityKey key, boolean inclusive) {
    var bound = inclusive ? key.encoded() : behind(key);
    return Arrays.compareUnsigned(bound, lower) <= 0 ? this : ifAny(bound, upper);
  }

  /** What of the range lies at this key and before it; absent when nothing does. */
  @Nullable
  KeyRange upTo(EntityKey key, boolean inclusive) {
    var bound = inclusive ? behind(key) : key.encoded();
    return Arrays.compareUnsigned(bound, upper) >= 0 ? this : ifAny(lower, bound);
  }

  private @Nullable KeyRange ifAny(byte[] newLower, byte[] newUpper) {
    return Arrays.compareUnsigned(newLower, newUpper) < 0
        ? new KeyRange(newLower, newUpper, partitionKey, path)
        : null;
  }

  private static byte[] behind(EntityKey key) {
    return rowBound(key.partitionKey(), Cut.behind(key.rowKey()));
  }

  private static byte[] partitionBound(Cut cut) {
    if (cut.text() == null) {
      return new byte[] {BEHIND_EVERYTHING};
    }
    var bound = new byte[KeyText.encodedLength(cut.text()) + 1];
    bound[KeyText.encode(cut.text(), bound, 0)] = cut.behind() ? BEHIND_TEXT : EntityKey.SEPARATOR;
    return bound;
  }

  private static byte[] rowBound(String partitionKey, Cut cut) {
    if (cut.text() == null) {
      return partitionBound(Cut.behind(partitionKey));
    }
    var partitionBytes = KeyText.encodedLength(partitionKey) + 1;
    var bound =
        new byte[partitionBytes + KeyText.encodedLength(cut.text()) + (cut.behind() ? 1 : 0)];
    bound[KeyText.encode(partitionKey, bound, 0)] = EntityKey.SEPARATOR;
    var end = KeyText.encode(cut.text(), bound, partitionBytes);
    if (cut.behind()) {
      bound[end] = BEHIND_TEXT;
    }
    return bound;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange that
        && Arrays.equals(lower, that.lower)
        && Arrays.equals(upper, that.upper)
        && path == that.path;
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lower) + Arrays.hashCode(upper);
  }

  @Override
  public String toString() {
    var hex = HexFormat.of();
    return "KeyRange[" + path + " " + hex.formatHex(lower) + ".." + hex.formatHex(upper) + "]";
  }
}
