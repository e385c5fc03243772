package io.weir.engine.page;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The spans of a {@link LeafPlan}: runs of entries of old pages, and single new entries.
 *
 * <p>Runs on: the plan's thread. Positions of entries count through all spans, from 0.
 */
final class LeafSpans {

  private static final int INITIAL = 8;

  int size;

  /** Address of the old page, or 0 for a new entry. */
  long[] pages = new long[INITIAL];

  int[] froms = new int[INITIAL];

  /** Number of entries up to the end of each span. */
  int[] ends = new int[INITIAL];

  byte[] @Nullable [] keys = new byte[INITIAL][];
  byte[] @Nullable [] values = new byte[INITIAL][];

  private long bytes;
  private long longestSingle;

  void clear() {
    Arrays.fill(keys, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
    bytes = 0;
    longestSingle = 0;
  }

  int count() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** Returns the bytes of all keys and values. */
  long bytes() {
    return bytes;
  }

  /** Returns the bytes of the longest entry that is a span of its own. */
  long longestSingleBytes() {
    return longestSingle;
  }

  void addEntries(long page, int from, int to) {
    add(page, from, to - from);
    count(page, from, to);
  }

  private void count(long page, int from, int to) {
    long added = bytes(page, from, to);
    bytes += added;
    if (to - from == 1) {
      longestSingle = Math.max(longestSingle, added);
    }
  }

  void addEntry(byte[] key, byte[] value) {
    add(0, 0, 1);
    keys[size - 1] = key;
    values[size - 1] = value;
    long added = (long) key.length + value.length;
    bytes += added;
    longestSingle = Math.max(longestSingle, added);
  }

  void addRange(LeafSpans other, int from, int to) {
    int position = from;
    for (int span = other.spanOf(from); position < to; span++) {
      int until = Math.min(to, other.ends[span]);
      byte[] key = other.keys[span];
      byte[] value = other.values[span];
      if (key != null && value != null) {
        addEntry(key, value);
      } else {
        int moved = other.froms[span] - other.start(span);
        addEntries(other.pages[span], moved + position, moved + until);
      }
      position = until;
    }
  }

  void prependEntries(long page, int from, int to) {
    add(0, 0, 0);
    int moved = size - 1;
    System.arraycopy(pages, 0, pages, 1, moved);
    System.arraycopy(froms, 0, froms, 1, moved);
    System.arraycopy(ends, 0, ends, 1, moved);
    System.arraycopy(keys, 0, keys, 1, moved);
    System.arraycopy(values, 0, values, 1, moved);
    pages[0] = page;
    froms[0] = from;
    ends[0] = 0;
    keys[0] = null;
    values[0] = null;
    for (int span = 0; span < size; span++) {
      ends[span] += to - from;
    }
    count(page, from, to);
  }

  private void add(long page, int from, int length) {
    if (size == pages.length) {
      grow(2 * size);
    }
    int count = count();
    pages[size] = page;
    froms[size] = from;
    ends[size] = count + length;
    size++;
  }

  private void grow(int capacity) {
    pages = Arrays.copyOf(pages, capacity);
    froms = Arrays.copyOf(froms, capacity);
    ends = Arrays.copyOf(ends, capacity);
    keys = Arrays.copyOf(keys, capacity);
    values = Arrays.copyOf(values, capacity);
  }

  int start(int span) {
    return span == 0 ? 0 : ends[span - 1];
  }

  /** Returns the span that holds an entry. */
  int spanOf(int position) {
    if (position < ends[0]) {
      return 0;
    }
    if (position >= start(size - 1)) {
      return size - 1;
    }
    int at = Arrays.binarySearch(ends, 0, size, position + 1);
    return at >= 0 ? at : -(at + 1);
  }

  int keyLength(int position) {
    int span = spanOf(position);
    byte[] key = keys[span];
    return key != null
        ? key.length
        : LeafPage.keyLength(pages[span], froms[span] + position - start(span));
  }

  int copyKey(int position, byte[] target) {
    int span = spanOf(position);
    byte[] key = keys[span];
    if (key == null) {
      return LeafPage.copyKey(pages[span], froms[span] + position - start(span), target, 0);
    }
    System.arraycopy(key, 0, target, 0, key.length);
    return key.length;
  }

  /**
   * Stores in {@code target} the bytes of keys and values before each entry and, last, before the
   * end.
   */
  void bytesBefore(long[] target) {
    int entry = 0;
    target[0] = 0;
    for (int span = 0; span < size; span++) {
      byte[] key = keys[span];
      byte[] value = values[span];
      int from = froms[span] - entry;
      for (; entry < ends[span]; entry++) {
        long length = key != null && value != null
            ? key.length + value.length
            : bytes(pages[span], from + entry, from + entry + 1);
        target[entry + 1] = target[entry] + length;
      }
    }
  }

  /** Returns the bytes of the whole keys and the values of neighbouring entries of a page. */
  static long bytes(long page, int from, int to) {
    int count = LeafPage.count(page);
    long entries = LeafPage.end(page, count, to - 1) - LeafPage.entry(page, count, from);
    return entries
        + (to - from) * (long) (LeafPage.prefixLength(page) - LeafPage.SUFFIX_LENGTH_BYTES);
  }

  /**
   * Returns the length of a page of {@code count} entries. {@code bytes} counts their whole keys
   * and values, including the prefix that all share.
   */
  static long pageBytes(int count, long bytes, int prefixLength) {
    return LeafPage.HEADER_BYTES
        + (long) count * LeafPage.ENTRY_OVERHEAD_BYTES
        + bytes
        - (count - 1L) * prefixLength;
  }
}
