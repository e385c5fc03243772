package io.weir.engine.page;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Checksums of the pages that an orderly stop left.
 *
 * <p>{@link #requireSound}: the owner of the page store, or any thread that holds a pin under which
 * the page can be reached. {@link #forget}: the owner.
 *
 * <p>Another page may get the place, and so the id, of one that was freed; its checksum is forgotten
 * therefore. The owner forgets it before it publishes any version that reaches the other page, so
 * whoever finds that page under a pin finds it forgotten, too. And a page that was left and is still
 * reached has not been freed: nobody changes meanwhile what is known of it.
 *
 * <p>Takes 12 bytes of heap for each page.
 */
public final class KeptSums {

  private static final int BUFFER_BYTES = 2 << 10;

  /** Ascending. */
  private final long[] ids;

  private final int[] sums;

  /** By place in {@link #ids}; bits are only ever set. */
  private final BitSet forgotten;

  private KeptSums(long[] ids, int[] sums) {
    this.ids = ids;
    this.sums = sums;
    this.forgotten = new BitSet(ids.length);
  }

  /** Notes that a page was freed. */
  void forget(long id) {
    int at = find(id);
    if (at >= 0) {
      forgotten.set(at);
    }
  }

  /** The checksum of a page: the one that is known, or else that of its bytes. */
  int checksum(long id, long address) {
    int at = find(id);
    return at >= 0 ? sums[at] : LeafPage.checksum(address, new byte[BUFFER_BYTES]);
  }

  /**
   * Compares a page with its checksum, if it is one that was left.
   *
   * @throws PageDamaged when they do not agree
   */
  public void requireSound(long id, long address) {
    int at = find(id);
    if (at >= 0 && LeafPage.checksum(address, new byte[BUFFER_BYTES]) != sums[at]) {
      throw new PageDamaged(id);
    }
  }

  /** The place of a page that was left and not freed since; negative when there is none. */
  private int find(long id) {
    int at = Arrays.binarySearch(ids, id);
    return at >= 0 && forgotten.get(at) ? -1 : at;
  }

  /** Gathers checksums. Runs on: one thread. */
  static final class Builder {

    private long[] ids = new long[1024];
    private int[] sums = new int[1024];
    private int size;

    /** Adds a page that was not added before. */
    void add(KeptPage page) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, 2 * size);
        sums = Arrays.copyOf(sums, 2 * size);
      }
      ids[size] = page.id();
      sums[size] = page.checksum();
      size++;
    }

    KeptSums finish() {
      long[] sorted = Arrays.copyOf(ids, size);
      Arrays.sort(sorted);
      int[] placed = new int[size];
      for (int i = 0; i < size; i++) {
        placed[Arrays.binarySearch(sorted, ids[i])] = sums[i];
      }
      return new KeptSums(sorted, placed);
    }
  }
}
