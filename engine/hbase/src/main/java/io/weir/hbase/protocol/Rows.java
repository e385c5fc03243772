package io.weir.hbase.protocol;

import java.util.Arrays;

/** Places in the order of rows. Any thread. */
public final class Rows {

  /**
   * Encoded keys hold no FF, so no row lies between a row that ends with these bytes and the next
   * greater prefix.
   */
  private static final int FILLING_BYTES = 9;

  private Rows() {}

  /**
   * Returns the row that stands for a row's partition: table id and PartitionKey, without the zero
   * byte. It precedes all rows of the partition and lies in the same region. No entity has it.
   */
  public static byte[] partition(byte[] row) {
    return Arrays.copyOf(row, partitionLength(row));
  }

  /** Whether two rows belong to one partition. */
  public static boolean inOnePartition(byte[] row, byte[] other) {
    return Arrays.equals(row, 0, partitionLength(row), other, 0, partitionLength(other));
  }

  /** Returns the exclusive upper bound of the rows of a row's partition. */
  public static byte[] afterPartition(byte[] row) {
    var bound = Arrays.copyOf(row, partitionLength(row) + 1);
    bound[bound.length - 1] = 1;
    return bound;
  }

  /** Returns the least row after this one. */
  public static byte[] after(byte[] row) {
    return Arrays.copyOf(row, row.length + 1);
  }

  /**
   * Returns a row below the bound such that no region begins between the two. The bound is not
   * empty.
   */
  public static byte[] before(byte[] bound) {
    var last = bound.length - 1;
    if (bound[last] == 0) {
      return Arrays.copyOf(bound, last);
    }
    var row = Arrays.copyOf(bound, bound.length + FILLING_BYTES);
    row[last]--;
    Arrays.fill(row, bound.length, row.length, (byte) 0xFF);
    return row;
  }

  /** Whether a row has a zero byte after its PartitionKey, as all rows of entities have. */
  static boolean isOfEntity(byte[] row) {
    return separatorAt(row) < row.length;
  }

  private static int partitionLength(byte[] row) {
    var length = separatorAt(row);
    if (length == row.length) {
      throw new IllegalArgumentException("No row of an entity. lengthBytes=" + row.length);
    }
    return length;
  }

  /** Returns the index of the zero byte; the row's length when there is none. */
  private static int separatorAt(byte[] row) {
    var at = TableId.BYTES;
    while (at < row.length && row[at] != 0) {
      at++;
    }
    return Math.min(at, row.length);
  }
}
