package io.weir.hbase.protocol;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A range of rows, lower bound inclusive, upper bound exclusive. Neither bound is empty. Immutable;
 * callers must not change the arrays. Any thread.
 */
public final class RowRange {

  private static final byte AFTER_TEXT = 1;

  private final byte[] lower;
  private final byte[] upper;

  public RowRange(byte[] lower, byte[] upper) {
    this.lower = lower;
    this.upper = upper;
  }

  public byte[] lower() {
    return lower;
  }

  public byte[] upper() {
    return upper;
  }

  /**
   * Whether the lower bound is the only row of an entity that the range can hold: the upper bound
   * is that row and 01. A PartitionKey and 01 bounds a whole partition, whose rows have a zero
   * byte.
   */
  public boolean isPoint() {
    return Rows.isOfEntity(lower)
        && upper.length == lower.length + 1
        && upper[lower.length] == AFTER_TEXT
        && Arrays.equals(lower, 0, lower.length, upper, 0, lower.length);
  }

  /** Whether all rows of the range belong to one partition. */
  public boolean isInOnePartition() {
    return Rows.isOfEntity(lower) && Arrays.compareUnsigned(upper, Rows.afterPartition(lower)) <= 0;
  }

  /** Returns the length of both bounds in bytes. */
  public int lengthBytes() {
    return lower.length + upper.length;
  }

  /** Returns the part from this row on; null when there is none. */
  public @Nullable RowRange from(byte[] row) {
    if (Arrays.compareUnsigned(row, lower) <= 0) {
      return this;
    }
    return Arrays.compareUnsigned(row, upper) < 0 ? new RowRange(row, upper) : null;
  }

  /** Returns the part below this row; null when there is none. */
  public @Nullable RowRange below(byte[] row) {
    if (Arrays.compareUnsigned(row, upper) >= 0) {
      return this;
    }
    return Arrays.compareUnsigned(lower, row) < 0 ? new RowRange(lower, row) : null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowRange that
        && Arrays.equals(lower, that.lower)
        && Arrays.equals(upper, that.upper);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lower) + Arrays.hashCode(upper);
  }

  @Override
  public String toString() {
    var hex = HexFormat.of();
    return "RowRange[" + hex.formatHex(lower) + ".." + hex.formatHex(upper) + "]";
  }
}
