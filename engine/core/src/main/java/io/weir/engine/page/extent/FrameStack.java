package io.weir.engine.page.extent;

import io.weir.engine.page.PageHandle;
import java.util.Arrays;

/**
 * A stack of free frames. The frame freed last, which is likely to be cached, is used first.
 *
 * <p>Runs on: the store's owner; before that, the thread that makes the frames.
 */
final class FrameStack {

  private long[] ids = new long[16];
  private long[] addresses = new long[16];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Takes all frames of another stack. */
  void pushAll(FrameStack others) {
    while (!others.isEmpty()) {
      PageHandle page = others.pop();
      push(page.id(), page.address());
    }
  }

  void push(long id, long address) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      addresses = Arrays.copyOf(addresses, 2 * size);
    }
    ids[size] = id;
    addresses[size] = address;
    size++;
  }

  /** Takes the frame freed last, for a page; there must be one. */
  PageHandle pop() {
    size--;
    return new PageHandle(ids[size], addresses[size]);
  }
}
