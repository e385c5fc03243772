package io.weir.engine.partition;

import io.weir.api.entity.Entity;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Entities as the clustered index keeps them: a key of {@link TreeKeys} and the entity's stored form.
 *
 * <p>An entity's encoded form is a length of four bytes, the encoded key and the stored form; a tree key is a table id of four
 * bytes and the encoded key. So a tree key and a stored form, put one behind the other, are an entity as soon as the first four
 * bytes are overwritten: reading one makes one array and copies each byte once.
 */
public final class StoredEntity {

  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private StoredEntity() {}

  /** The entity of a key and its stored form. */
  public static Entity of(byte[] treeKey, byte[] stored) {
    var bytes = new byte[treeKey.length + stored.length];
    System.arraycopy(treeKey, 0, bytes, 0, treeKey.length);
    System.arraycopy(stored, 0, bytes, treeKey.length, stored.length);
    return adopt(bytes, treeKey.length);
  }

  /** Takes ownership of an array that begins with a tree key of this length and ends with the stored form. */
  public static Entity adopt(byte[] bytes, int treeKeyLength) {
    INT32.set(bytes, 0, treeKeyLength - TreeKeys.TABLE_BYTES);
    return Entity.ofTrusted(bytes);
  }

  /** The Timestamp at the front of a stored form, in ticks. */
  public static long timestamp(byte[] stored) {
    return (long) INT64.get(stored, 0);
  }
}
