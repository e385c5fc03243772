package io.weir.engine.query;

import io.weir.api.AccessPath;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.KeyText;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous range of encoded keys (PartitionKey, 0x00, RowKey; see {@link EntityKey#encoded()}),
 * lower bound inclusive, upper bound exclusive. A bound is a byte string and need not be a key. An
 * open range has bounds too: 0xFF is greater than every key.
 *
 * <p>An encoded text holds no byte below 0x20. A PartitionKey followed by 0x00 therefore begins its
 * partition, and a text followed by 0x01 lies after the text and before every longer one:
 *
 * <pre>
 * place                         bound
 * before partition p            p 00
 * after partition p             p 01
 * before row r in partition p   p 00 r
 * after row r in partition p    p 00 r 01
 * after every key               FF
 * </pre>
 *
 * <p>A bound is at most one byte longer than the longest key. Immutable; any thread. Callers must
 * not change the arrays.
 */
public final class EncodedRange {

  private static final byte AFTER_TEXT = EntityKey.SEPARATOR + 1;
  private static final byte AFTER_EVERYTHING = (byte) 0xFF;

  private final byte[] lower;
  private final byte[] upper;
  private final @Nullable String partitionKey;
  private final AccessPath path;

  private EncodedRange(byte[] lower, byte[] upper, @Nullable String partitionKey, AccessPath path) {
    this.lower = lower;
    this.upper = upper;
    this.partitionKey = partitionKey;
    this.path = path;
  }

  /** Returns the range of the whole partitions between two cuts. */
  static EncodedRange ofPartitions(Cut from, Cut to) {
    var isTable = from.equals(Cut.START) && to.equals(Cut.END);
    return new EncodedRange(
        partitionBound(from),
        partitionBound(to),
        null,
        isTable ? AccessPath.TABLE_SCAN : AccessPath.PARTITION_RANGE);
  }

  /** Returns the range of the rows between two cuts of one partition. */
  static EncodedRange ofRows(String partitionKey, Cut from, Cut to) {
    var isWhole = from.equals(Cut.START) && to.equals(Cut.END);
    var path = isWhole ? AccessPath.PARTITION_SCAN : AccessPath.ROW_RANGE;
    return new EncodedRange(
        rowBound(partitionKey, from),
        rowBound(partitionKey, to),
        partitionKey,
        from.surroundTextWith(to) ? AccessPath.POINT : path);
  }

  /** The inclusive lower bound. A point's lower bound is its key. */
  public byte[] lower() {
    return lower;
  }

  /** The exclusive upper bound. */
  public byte[] upper() {
    return upper;
  }

  /**
   * The PartitionKey, a legal key, of the only partition in the range; null when the range may span
   * several.
   */
  public @Nullable String partitionKey() {
    return partitionKey;
  }

  /**
   * How a query reads the range: {@code POINT}, {@code ROW_RANGE}, {@code PARTITION_SCAN},
   * {@code PARTITION_RANGE} or {@code TABLE_SCAN}.
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

  /** Returns the part of the range from this key on; null when it is empty. */
  @Nullable
  EncodedRange from(EntityKey key, boolean inclusive) {
    var bound = inclusive ? key.encoded() : after(key);
    return Arrays.compareUnsigned(bound, lower) <= 0 ? this : ifAny(bound, upper);
  }

  /** Returns the part of the range up to this key; null when it is empty. */
  @Nullable
  EncodedRange upTo(EntityKey key, boolean inclusive) {
    var bound = inclusive ? after(key) : key.encoded();
    return Arrays.compareUnsigned(bound, upper) >= 0 ? this : ifAny(lower, bound);
  }

  private @Nullable EncodedRange ifAny(byte[] newLower, byte[] newUpper) {
    return Arrays.compareUnsigned(newLower, newUpper) < 0
        ? new EncodedRange(newLower, newUpper, partitionKey, path)
        : null;
  }

  private static byte[] after(EntityKey key) {
    return rowBound(key.partitionKey(), Cut.after(key.rowKey()));
  }

  private static byte[] partitionBound(Cut cut) {
    if (cut.text() == null) {
      return new byte[] {AFTER_EVERYTHING};
    }
    var bound = new byte[KeyText.encodedLength(cut.text()) + 1];
    bound[KeyText.encode(cut.text(), bound, 0)] = cut.after() ? AFTER_TEXT : EntityKey.SEPARATOR;
    return bound;
  }

  private static byte[] rowBound(String partitionKey, Cut cut) {
    if (cut.text() == null) {
      return partitionBound(Cut.after(partitionKey));
    }
    var partitionBytes = KeyText.encodedLength(partitionKey) + 1;
    var bound =
        new byte[partitionBytes + KeyText.encodedLength(cut.text()) + (cut.after() ? 1 : 0)];
    bound[KeyText.encode(partitionKey, bound, 0)] = EntityKey.SEPARATOR;
    var end = KeyText.encode(cut.text(), bound, partitionBytes);
    if (cut.after()) {
      bound[end] = AFTER_TEXT;
    }
    return bound;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncodedRange that
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
    return "EncodedRange[" + path + " " + hex.formatHex(lower) + ".." + hex.formatHex(upper) + "]";
  }
}
