package io.weir.engine.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keys of the clustered index.
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      table id, big-endian, 0 for the catalog; see below for negative ones
 * 4       k      PartitionKey, 0x00, RowKey: see {@link io.weir.api.entity.EntityKey#encoded()}
 * </pre>
 *
 * Unsigned byte order is the order of (table, PartitionKey, RowKey). Ids with the highest bit set
 * belong to indexes, whose keys have another layout: see {@link io.weir.engine.index}.
 */
public final class TreeKeys {

  /** The table id of the catalog. */
  public static final int CATALOG = 0;

  /** The length in bytes of the table id at the start of a key. */
  public static final int TABLE_BYTES = 4;

  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private TreeKeys() {}

  /** Returns the tree key of an encoded entity key, or of any bound within its table. */
  public static byte[] of(int tableId, byte[] entityKey) {
    return of(tableId, entityKey, 0, entityKey.length);
  }

  /** Returns the tree key of an encoded entity key that lies inside an array. */
  public static byte[] of(int tableId, byte[] source, int offset, int length) {
    var key = new byte[TABLE_BYTES + length];
    INT32.set(key, 0, tableId);
    System.arraycopy(source, offset, key, TABLE_BYTES, length);
    return key;
  }

  /** Returns the lower bound of a table's keys, below all its entities. */
  public static byte[] startOfTable(int tableId) {
    return of(tableId, new byte[0]);
  }

  /** Returns the exclusive upper bound of a table's keys. */
  public static byte[] endOfTable(int tableId) {
    return startOfTable(tableId + 1);
  }

  /** Returns the table id of a key. */
  public static int tableOf(byte[] key) {
    return (int) INT32.get(key, 0);
  }

  /** Returns a copy of the encoded entity key within a key. */
  public static byte[] entityKey(byte[] key) {
    return Arrays.copyOfRange(key, TABLE_BYTES, key.length);
  }
}
