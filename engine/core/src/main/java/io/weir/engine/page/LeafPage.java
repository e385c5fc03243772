package io.weir.engine.page;

import java.util.zip.CRC32C;

/**
 * Reads a leaf page in place.
 *
 * <p>Any thread, while the page is not freed. No method allocates, except those that return an
 * array. Positions of entries count from 0 in key order.
 *
 * <p>The page, in the machine's byte order, which {@link PageFormat} names, so a machine with
 * another one does not open it; <em>n</em> entries whose keys share their first <em>p</em> bytes:
 *
 * <pre>
 * offset    width  meaning
 * 0         1      format, {@value #FORMAT}
 * 1         1      run: inserts that followed each other, upwards (above 0) or downwards (below)
 * 2         2      n, number of entries
 * 4         4      length of the page in bytes
 * 8         2      p, length of the common key prefix
 * 10        2      position of the entry inserted last; 65535 when not known
 * 12        4 n    heads: the first four bytes of each suffix as one big-endian number,
 *                  with zeros where the suffix is shorter
 * 12 + 4n   2 n    offsets of the entries
 * 12 + 6n   p      the common key prefix
 * ...              entries in key order, one after the other:
 *                    2  length of the suffix
 *                    s  suffix: the key without the prefix
 *                    v  value, up to the next entry or the end of the page
 * </pre>
 *
 * <p>The prefix is the longest that the first and the last key share, and is stored once. A search
 * compares the prefix, then bisects the heads, which are adjacent in memory. It reads an entry only
 * where heads are equal, which is one entry in most cases. (Graefe, "Modern B-Tree Techniques",
 * 2011, sections 3.4 and 3.5: prefix truncation and poor man's normalized keys.)
 *
 * <p>An offset has 16 bits, so all entries but the last begin in the first 64 KiB; a longer page
 * holds one entry.
 */
public final class LeafPage {

  static final int FORMAT = 1;

  static final int RUN = 1;
  static final int COUNT = 2;
  static final int LENGTH = 4;
  static final int PREFIX_LENGTH = 8;
  static final int LAST_INSERT = 10;
  static final int HEADER_BYTES = 12;

  static final int HEAD_BYTES = 4;
  static final int OFFSET_BYTES = 2;
  static final int SUFFIX_LENGTH_BYTES = 2;

  /** The bytes that an entry takes in a page in addition to its suffix and its value. */
  static final int ENTRY_OVERHEAD_BYTES = HEAD_BYTES + OFFSET_BYTES + SUFFIX_LENGTH_BYTES;

  static final int NO_INSERT = 0xFFFF;

  private LeafPage() {}

  /**
   * Returns whether the bytes at the address are a page of this length and with so many entries.
   */
  public static boolean isPage(long page, int lengthBytes, int entries) {
    return RawMemory.getByte(page) == FORMAT
        && RawMemory.getInt(page + LENGTH) == lengthBytes
        && RawMemory.getUnsignedShort(page + COUNT) == entries;
  }

  /**
   * Returns the CRC-32C (RFC 3720, appendix B.4) of a page.
   *
   * @param buffer for copies of parts of the page, of any length
   */
  public static int checksum(long page, byte[] buffer) {
    int length = lengthBytes(page);
    var crc = new CRC32C();
    for (int from = 0; from < length; from += buffer.length) {
      int part = Math.min(buffer.length, length - from);
      RawMemory.copy(page + from, buffer, 0, part);
      crc.update(buffer, 0, part);
    }
    return (int) crc.getValue();
  }

  /**
   * Returns whether a page has this length and this checksum. Reads at most {@code lengthBytes}
   * bytes, whatever the content is.
   */
  public static boolean hasChecksum(long page, int lengthBytes, int expected, byte[] buffer) {
    return RawMemory.getByte(page) == FORMAT
        && RawMemory.getInt(page + LENGTH) == lengthBytes
        && checksum(page, buffer) == expected;
  }

  /** Writes the bytes of a page to another place, where it has the same length. */
  public static void copy(long page, long to) {
    RawMemory.copy(page, to, lengthBytes(page));
  }

  /** Returns the number of entries, at least 1. */
  public static int count(long page) {
    assert RawMemory.getByte(page) == FORMAT : "not a page";
    return RawMemory.getUnsignedShort(page + COUNT);
  }

  /** Returns the length of the whole page in bytes. */
  public static int lengthBytes(long page) {
    assert RawMemory.getByte(page) == FORMAT : "not a page";
    return RawMemory.getInt(page + LENGTH);
  }

  /** Returns the length of a page with a single entry of so many bytes of key and value. */
  public static long lengthBytesOfOne(long entryBytes) {
    return LeafSpans.pageBytes(1, entryBytes, 0);
  }

  /** Returns the length of the key prefix that all entries share, in bytes. */
  public static int prefixLength(long page) {
    return RawMemory.getUnsignedShort(page + PREFIX_LENGTH);
  }

  /**
   * Finds a key.
   *
   * @return the position of its entry, or {@code -(p + 1)} where p is the position at which it
   *     would be inserted
   */
  public static int find(long page, byte[] key, int keyLength) {
    int count = count(page);
    int prefixLength = prefixLength(page);
    if (prefixLength > 0) {
      int order = RawMemory.compare(
          key, 0, Math.min(keyLength, prefixLength), prefix(page, count), prefixLength);
      if (order != 0) {
        return order < 0 ? -1 : -(count + 1);
      }
    }
    return findSuffix(page, count, key, prefixLength, keyLength - prefixLength);
  }

  private static int findSuffix(long page, int count, byte[] key, int from, int suffixLength) {
    int head = head(key, from, suffixLength);
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Integer.compareUnsigned(
          head, RawMemory.getInt(page + HEADER_BYTES + (long) middle * HEAD_BYTES));
      if (order == 0) {
        long entry = entry(page, count, middle);
        order = RawMemory.compare(key, from, suffixLength, suffix(entry), suffixLength(entry));
      }
      if (order > 0) {
        low = middle + 1;
      } else if (order < 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -(low + 1);
  }

  /** Returns the length of an entry's key in bytes. */
  public static int keyLength(long page, int position) {
    return prefixLength(page) + suffixLength(entry(page, count(page), position));
  }

  /** Copies an entry's key to an array, which must have room, and returns the key's length. */
  public static int copyKey(long page, int position, byte[] target, int offset) {
    int count = count(page);
    int prefixLength = prefixLength(page);
    long entry = entry(page, count, position);
    int suffixLength = suffixLength(entry);
    RawMemory.copy(prefix(page, count), target, offset, prefixLength);
    RawMemory.copy(suffix(entry), target, offset + prefixLength, suffixLength);
    return prefixLength + suffixLength;
  }

  /** Returns the key of an entry in a new array. */
  public static byte[] key(long page, int position) {
    byte[] key = new byte[keyLength(page, position)];
    copyKey(page, position, key, 0);
    return key;
  }

  /** Compares an entry's key with a given key: negative if the entry's key is smaller. */
  public static int compareKey(long page, int position, byte[] key, int keyLength) {
    int count = count(page);
    int prefixLength = prefixLength(page);
    int order = RawMemory.compare(
        key, 0, Math.min(keyLength, prefixLength), prefix(page, count), prefixLength);
    if (order == 0) {
      long entry = entry(page, count, position);
      order = RawMemory.compare(
          key, prefixLength, keyLength - prefixLength, suffix(entry), suffixLength(entry));
    }
    return Integer.compare(0, order);
  }

  /** Returns the bytes of an entry's key and value together. */
  public static long entryBytes(long page, int position) {
    return LeafSpans.bytes(page, position, position + 1);
  }

  /**
   * Copies an entry's key, followed by its value, to an array, which must have room for
   * {@link #entryBytes}. Returns the key's length.
   */
  public static int copyEntry(long page, int position, byte[] target) {
    int count = count(page);
    int prefixLength = prefixLength(page);
    long entry = entry(page, count, position);
    long suffix = suffix(entry);
    RawMemory.copy(prefix(page, count), target, 0, prefixLength);
    RawMemory.copy(suffix, target, prefixLength, (int) (end(page, count, position) - suffix));
    return prefixLength + suffixLength(entry);
  }

  /** Returns the length of an entry's value in bytes. */
  public static int valueLength(long page, int position) {
    int count = count(page);
    return (int) (end(page, count, position) - value(entry(page, count, position)));
  }

  /**
   * Copies a part of an entry's value to an array.
   *
   * @param from offset in the value
   * @throws IndexOutOfBoundsException if the value has no such part or the array no such room
   */
  public static void copyValue(
      long page, int position, int from, byte[] target, int offset, int length) {
    int count = count(page);
    long value = value(entry(page, count, position));
    if ((from | length) < 0 || value + from + length > end(page, count, position)) {
      throw new IndexOutOfBoundsException("outside the value from=" + from + " length=" + length);
    }
    RawMemory.copy(value + from, target, offset, length);
  }

  /** Returns the value of an entry in a new array. */
  public static byte[] value(long page, int position) {
    int length = valueLength(page, position);
    byte[] value = new byte[length];
    copyValue(page, position, 0, value, 0, length);
    return value;
  }

  /** Returns eight bytes of an entry's value as a big-endian number; the value must have them. */
  public static long valueLong(long page, int position, int from) {
    assert from >= 0 && from + Long.BYTES <= valueLength(page, position) : "outside the value";
    return RawMemory.getBigEndianLong(value(entry(page, count(page), position)) + from);
  }

  static int run(long page) {
    return RawMemory.getByte(page + RUN);
  }

  static int lastInsert(long page) {
    return RawMemory.getUnsignedShort(page + LAST_INSERT);
  }

  static long offsets(long page, int count) {
    return page + HEADER_BYTES + (long) count * HEAD_BYTES;
  }

  static long prefix(long page, int count) {
    return page + HEADER_BYTES + (long) count * (HEAD_BYTES + OFFSET_BYTES);
  }

  static long entry(long page, int count, int position) {
    assert position >= 0 && position < count
        : "no such entry position=" + position + " count=" + count;
    return page + RawMemory.getUnsignedShort(offsets(page, count) + (long) position * OFFSET_BYTES);
  }

  /** Returns the end of an entry, which is the start of the next. */
  static long end(long page, int count, int position) {
    return position + 1 < count ? entry(page, count, position + 1) : page + lengthBytes(page);
  }

  static int suffixLength(long entry) {
    return RawMemory.getUnsignedShort(entry);
  }

  static long suffix(long entry) {
    return entry + SUFFIX_LENGTH_BYTES;
  }

  private static long value(long entry) {
    return suffix(entry) + suffixLength(entry);
  }

  /** Returns the first four bytes as a big-endian number, with zeros for missing bytes. */
  static int head(byte[] bytes, int from, int length) {
    int head = 0;
    for (int i = 0; i < HEAD_BYTES; i++) {
      head = head << Byte.SIZE | (i < length ? bytes[from + i] & 0xFF : 0);
    }
    return head;
  }
}
