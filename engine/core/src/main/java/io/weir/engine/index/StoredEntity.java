package io.weir.engine.index;

import io.weir.api.entity.Entity;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Conversion between entities and the entries of the clustered index: a key of {@link TreeKeys} and
 * the entity's stored form.
 *
 * <p>An entity's encoded form is a length of four bytes, the encoded key and the stored form. A
 * tree key is a table id of four bytes and the encoded key. A tree key followed by a stored form
 * becomes an entity when the first four bytes are overwritten. A read therefore makes one array and
 * copies each byte once.
 */
public final class StoredEntity {

  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StoredEntity() {}

  /** Returns the entity of a tree key and a stored form. */
  public static Entity of(byte[] treeKey, byte[] stored) {
    var bytes = new byte[treeKey.length + stored.length];
    System.arraycopy(treeKey, 0, bytes, 0, treeKey.length);
    System.arraycopy(stored, 0, bytes, treeKey.length, stored.length);
    return adopt(bytes, treeKey.length);
  }

  /**
   * Returns the entity in an array of a tree key of the given length followed by a stored form.
   * Takes ownership of the array.
   */
  public static Entity adopt(byte[] bytes, int treeKeyLength) {
    INT32.set(bytes, 0, treeKeyLength - TreeKeys.TABLE_BYTES);
    return Entity.ofTrusted(bytes);
  }

  /** Returns the Timestamp of a stored form, in ticks of 100 ns. */
  public static long timestamp(byte[] stored) {
    return (long) INT64.get(stored, 0);
  }
}
