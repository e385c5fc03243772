package io.weir.engine.page.extent;

import java.util.Arrays;

/**
 * A stack of free units. The unit freed last, which is likely to be cached, is used first.
 *
 * <p>Runs on: the store's owner.
 */
final class FrameStack {

  private int[] units = new int[16];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void push(int unit) {
    if (size == units.length) {
      units = Arrays.copyOf(units, 2 * size);
    }
    units[size] = unit;
    size++;
  }

  /** Takes the unit freed last; there must be one. */
  int pop() {
    size--;
    return units[size];
  }
}
