package io.weir.engine.tree.node;

import java.util.Arrays;

/**
 * The keys between the children of a node, packed into one array.
 *
 * <p>Any thread; immutable. A node of c children has c - 1 fences. Fence i is greater than every
 * key of child i and not greater than any key of child i + 1.
 *
 * <p>The prefix that all fences share is stored first and once; the remainder of each fence
 * follows.
 */
public final class Fences {

  public static final Fences NONE = new Fences(new byte[0], 0, new int[] {0});

  private final byte[] packed;
  private final int prefixLength;

  /** Where each fence's remainder begins, and where the last ends. */
  private final int[] offsets;

  private Fences(byte[] packed, int prefixLength, int[] offsets) {
    this.packed = packed;
    this.prefixLength = prefixLength;
    this.offsets = offsets;
  }

  public static Fences of(byte[] fence) {
    return new Fences(fence, 0, new int[] {0, fence.length});
  }

  /**
   * Packs ascending fences that are concatenated in an array.
   *
   * @param ends where each fence ends; at least one
   */
  static Fences pack(byte[] bytes, int[] ends) {
    int prefix = sharedPrefix(bytes, ends);
    byte[] packed = new byte[bytes.length - (ends.length - 1) * prefix];
    System.arraycopy(bytes, 0, packed, 0, prefix);
    int[] offsets = new int[ends.length + 1];
    int at = prefix;
    int start = 0;
    for (int i = 0; i < ends.length; i++) {
      offsets[i] = at;
      int rest = ends[i] - start - prefix;
      System.arraycopy(bytes, start + prefix, packed, at, rest);
      at += rest;
      start = ends[i];
    }
    offsets[ends.length] = at;
    return new Fences(packed, prefix, offsets);
  }

  /**
   * Returns the length of the prefix that all ascending fences share, which is the prefix of the
   * first and the last.
   */
  private static int sharedPrefix(byte[] bytes, int[] ends) {
    int last = ends.length - 1;
    int lastStart = last == 0 ? 0 : ends[last - 1];
    int mismatch = Arrays.mismatch(bytes, 0, ends[0], bytes, lastStart, ends[last]);
    return mismatch < 0 ? ends[0] : mismatch;
  }

  public int count() {
    return offsets.length - 1;
  }

  /** Returns the child that covers a key: the number of fences not greater than the key. */
  public int childOf(byte[] key) {
    int order = comparePrefix(key);
    if (order != 0) {
      return order < 0 ? 0 : count();
    }
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareRest(key, middle) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Compares a key with a fence. */
  public int compare(byte[] key, int fence) {
    int order = comparePrefix(key);
    return order != 0 ? order : compareRest(key, fence);
  }

  private int comparePrefix(byte[] key) {
    return Arrays.compareUnsigned(
        key, 0, Math.min(key.length, prefixLength), packed, 0, prefixLength);
  }

  private int compareRest(byte[] key, int fence) {
    return Arrays.compareUnsigned(
        key, prefixLength, key.length, packed, offsets[fence], offsets[fence + 1]);
  }

  int length(int fence) {
    return prefixLength + offsets[fence + 1] - offsets[fence];
  }

  void copy(int fence, byte[] target, int offset) {
    System.arraycopy(packed, 0, target, offset, prefixLength);
    System.arraycopy(
        packed, offsets[fence], target, offset + prefixLength, offsets[fence + 1] - offsets[fence]);
  }

  public byte[] get(int fence) {
    byte[] bytes = new byte[length(fence)];
    copy(fence, bytes, 0);
    return bytes;
  }

  /** Returns the approximate bytes of heap: two arrays and this object. */
  int heapBytes() {
    return packed.length + offsets.length * Integer.BYTES + 56;
  }
}
