package io.weir.engine.tree;

import io.weir.engine.page.PageStore;
import java.util.Arrays;

/**
 * A list of pages: their ids, addresses and lengths.
 *
 * <p>Runs on: the writer's thread.
 */
final class PageList {

  private long[] ids;
  private long[] addresses;
  private int[] lengths;
  private int size;

  /** @param expected number of pages for which the list has room at once, at least 1 */
  PageList(int expected) {
    ids = new long[expected];
    addresses = new long[expected];
    lengths = new int[expected];
  }

  void add(long id, long address, int lengthBytes) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      addresses = Arrays.copyOf(addresses, 2 * size);
      lengths = Arrays.copyOf(lengths, 2 * size);
    }
    ids[size] = id;
    addresses[size] = address;
    lengths[size] = lengthBytes;
    size++;
  }

  int size() {
    return size;
  }

  long id(int position) {
    return ids[position];
  }

  /**
   * Frees the last pages of the list, at most {@code most}, removes them and returns their number.
   */
  int freeLast(PageStore store, int most) {
    int freed = Math.min(most, size);
    for (int i = 0; i < freed; i++) {
      size--;
      store.free(ids[size], addresses[size], lengths[size]);
    }
    return freed;
  }
}
