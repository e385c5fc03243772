package io.weir.api.entity;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. */
final class BigEndian {

  private static final VarHandle INT16 =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BigEndian() {}

  static int unsigned16(byte[] source, int offset) {
    return Short.toUnsignedInt((short) INT16.get(source, offset));
  }

  static int int32(byte[] source, int offset) {
    return (int) INT32.get(source, offset);
  }

  static long int64(byte[] source, int offset) {
    return (long) INT64.get(source, offset);
  }

  static void putInt16(byte[] target, int offset, int value) {
    INT16.set(target, offset, (short) value);
  }

  static void putInt32(byte[] target, int offset, int value) {
    INT32.set(target, offset, value);
  }

  static void putInt64(byte[] target, int offset, long value) {
    INT64.set(target, offset, value);
  }
}
