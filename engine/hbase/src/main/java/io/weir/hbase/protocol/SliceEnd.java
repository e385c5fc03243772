package io.weir.hbase.protocol;

import java.util.Arrays;

/**
 * The place at which a region server stopped, and from which to go on.
 *
 * <p>Immutable; callers must not change the array. Any thread.
 */
public final class SliceEnd {

  private final boolean atRegion;
  private final byte[] row;

  private SliceEnd(boolean atRegion, byte[] row) {
    this.atRegion = atRegion;
    this.row = row;
  }

  /** Returns the end of a slice that stopped within its region: this row comes next, and exists. */
  public static SliceEnd before(byte[] row) {
    return new SliceEnd(false, row);
  }

  /**
   * Returns the end of a slice that read all ranges as far as they lie in the region.
   *
   * @param bound in ascending order the first row after the region, in descending order the
   *     region's first row; empty at the end of HBase's table
   */
  public static SliceEnd ofRegion(byte[] bound) {
    return new SliceEnd(true, bound);
  }

  /** Whether all ranges were read as far as they lie in the region. */
  public boolean isOfRegion() {
    return atRegion;
  }

  /** Returns the next row, or the bound of the region. */
  public byte[] row() {
    return row;
  }

  void write(MessageWriter target) {
    target.int8(atRegion ? 1 : 0).bytes(row);
  }

  static SliceEnd read(MessageReader source) {
    return new SliceEnd(source.int8() != 0, source.bytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SliceEnd that
        && atRegion == that.atRegion
        && Arrays.equals(row, that.row);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(row);
  }
}
