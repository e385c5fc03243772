package io.weir.hbase.protocol;

import java.util.Arrays;

/**
 * The number of a table, with which the rows of its entities begin.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      the number in base 255, most significant digit first, one added to each digit
 * </pre>
 *
 * <p>Unsigned byte order is the order of numbers. deliberate: no byte is zero. HBase splits a
 * region before the first zero byte of a row, which must be the one after the PartitionKey.
 *
 * @param value from 0 to {@link #GREATEST}
 */
public record TableId(long value) {

  /** The length of the number in bytes. */
  public static final int BYTES = 4;

  private static final int BASE = 255;

  /** 255^4 - 1: the greatest number, after which a store can create no further table. */
  public static final long GREATEST = 255L * 255 * 255 * 255 - 1;

  public TableId {
    if (value < 0 || value > GREATEST) {
      throw new IllegalArgumentException("No table id. value=" + value);
    }
  }

  /** Returns the row of an encoded entity key of this table, or of any bound of such keys. */
  public byte[] row(byte[] entityKey) {
    var row = new byte[BYTES + entityKey.length];
    var rest = value;
    for (var i = BYTES - 1; i >= 0; i--) {
      row[i] = (byte) (rest % BASE + 1);
      rest /= BASE;
    }
    System.arraycopy(entityKey, 0, row, BYTES, entityKey.length);
    return row;
  }

  /** Returns the table of a row. */
  public static TableId ofRow(byte[] row) {
    var value = 0L;
    for (var i = 0; i < BYTES; i++) {
      value = value * BASE + Byte.toUnsignedInt(row[i]) - 1;
    }
    return new TableId(value);
  }

  /** Returns the range of all rows of this table. */
  public RowRange rows() {
    // No encoded key begins with FF.
    return new RowRange(row(new byte[0]), row(new byte[] {(byte) 0xFF}));
  }

  /** Returns the encoded entity key of a row. */
  public static byte[] entityKey(byte[] row) {
    return Arrays.copyOfRange(row, BYTES, row.length);
  }
}
