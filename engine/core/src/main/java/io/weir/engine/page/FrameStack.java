package io.weir.engine.page;

import java.util.Arrays;

/**
 * Addresses of frames that no page lies in; the one freed last, which caches still know, is used
 * first.
 *
 * <p>Runs on: the store's owner.
 */
final class FrameStack {

  private long[] addresses = new long[16];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void push(long address) {
    if (size == addresses.length) {
      addresses = Arrays.copyOf(addresses, 2 * size);
    }
    addresses[size++] = address;
  }

  /** Takes the frame freed last; there must be one. */
  long pop() {
    return addresses[--size];
  }
}
