package io.weir.engine.page;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Reads and writes memory outside the heap by its address.
 *
 * <p>Any thread. Nothing is checked: a wrong address stops the process. Numbers are in the
 * machine's byte order, because pages never leave the machine. Only keys are compared as big-endian
 * numbers, eight bytes at a time, so that their numeric order is the order of their unsigned bytes.
 */
public final class RawMemory {

  private static final UnsafeMemory MEMORY = UnsafeMemory.INSTANCE;
  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  /** Up to this length a plain loop is faster than a call of the platform's copy routine. */
  private static final int SHORT_COPY_BYTES = 64;

  private static final VarHandle NATIVE_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle BIG_ENDIAN_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private RawMemory() {}

  static byte getByte(long address) {
    return MEMORY.readByte(address);
  }

  static void putByte(long address, byte value) {
    MEMORY.writeByte(address, value);
  }

  static int getUnsignedShort(long address) {
    return MEMORY.readShort(address) & 0xFFFF;
  }

  static void putShort(long address, int value) {
    MEMORY.writeShort(address, (short) value);
  }

  static int getInt(long address) {
    return MEMORY.readInt(address);
  }

  static void putInt(long address, int value) {
    MEMORY.writeInt(address, value);
  }

  public static long getLong(long address) {
    return MEMORY.readLong(address);
  }

  static long getBigEndianLong(long address) {
    long value = MEMORY.readLong(address);
    return LITTLE_ENDIAN ? Long.reverseBytes(value) : value;
  }

  static void copy(long from, long to, int length) {
    UnsafeMemory.copyMemory(from, to, length);
  }

  static void copy(long from, byte[] to, int offset, int length) {
    if (length > SHORT_COPY_BYTES) {
      MEMORY.readBytes(from, to, offset, length);
    } else {
      copyShort(from, to, offset, length);
    }
  }

  private static void copyShort(long from, byte[] to, int offset, int length) {
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      NATIVE_LONG.set(to, offset + at, MEMORY.readLong(from + at));
    }
    for (; at < length; at++) {
      to[offset + at] = getByte(from + at);
    }
  }

  static void copy(byte[] from, int offset, long to, int length) {
    MEMORY.writeBytes(to, from, offset, length);
  }

  /**
   * Compares unsigned bytes on the heap with unsigned bytes outside it. A prefix is smaller than a
   * longer sequence.
   */
  static int compare(byte[] left, int offset, int leftLength, long right, int rightLength) {
    int common = Math.min(leftLength, rightLength);
    int at = 0;
    for (; at + Long.BYTES <= common; at += Long.BYTES) {
      long l = (long) BIG_ENDIAN_LONG.get(left, offset + at);
      long r = getBigEndianLong(right + at);
      if (l != r) {
        return Long.compareUnsigned(l, r);
      }
    }
    for (; at < common; at++) {
      int difference = (left[offset + at] & 0xFF) - (getByte(right + at) & 0xFF);
      if (difference != 0) {
        return difference;
      }
    }
    return leftLength - rightLength;
  }
}
