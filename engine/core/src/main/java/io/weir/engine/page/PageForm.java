package io.weir.engine.page;

/**
 * Checks whether the bytes at an address can be a page.
 *
 * <p>Any thread, while the page is not freed. Reads nothing outside the longest page, whatever the
 * bytes are.
 */
public final class PageForm {

  private PageForm() {}

  /**
   * Whether the keys of a page of sound form ascend.
   *
   * @param fence not greater than the first key
   */
  public static boolean keysAscend(long page, byte[] fence) {
    byte[] before = fence;
    for (int position = 0; position < LeafPage.count(page); position++) {
      int order = LeafPage.compareKey(page, position, before, before.length);
      if (order < 0 || order == 0 && position > 0) {
        return false;
      }
      before = LeafPage.key(page, position);
    }
    return true;
  }

  /**
   * Returns whether the lengths and offsets of a page agree with each other, so that it can be read
   * safely.
   */
  public static boolean isSound(long page) {
    if (RawMemory.getByte(page) != LeafPage.FORMAT) {
      return false;
    }
    int length = RawMemory.getInt(page + LeafPage.LENGTH);
    int count = RawMemory.getUnsignedShort(page + LeafPage.COUNT);
    int prefix = LeafPage.prefixLength(page);
    long first = LeafPage.prefix(page, count) - page + prefix;
    return count > 0
        && length <= PageStore.MAX_PAGE_BYTES
        && first < length
        && entriesAreSound(page, length, count, first);
  }

  /**
   * Returns whether the numbers in the header of a page can be right. Reads nothing but the header.
   */
  public static boolean hasSoundHeader(long page) {
    int length = RawMemory.getInt(page + LeafPage.LENGTH);
    int count = RawMemory.getUnsignedShort(page + LeafPage.COUNT);
    return RawMemory.getByte(page) == LeafPage.FORMAT
        && count > 0
        && length <= PageStore.MAX_PAGE_BYTES
        && length >= LeafPage.HEADER_BYTES + (long) count * LeafPage.ENTRY_OVERHEAD_BYTES;
  }

  private static boolean entriesAreSound(long page, int length, int count, long first) {
    long expected = first;
    for (int position = 0; position < count; position++) {
      long entry = offset(page, count, position);
      long end = position + 1 < count ? offset(page, count, position + 1) : length;
      if (entry < expected
          || end > length
          || entry + LeafPage.SUFFIX_LENGTH_BYTES > end
          || entry + LeafPage.SUFFIX_LENGTH_BYTES + LeafPage.suffixLength(page + entry) > end) {
        return false;
      }
      expected = end;
    }
    return true;
  }

  private static int offset(long page, int count, int position) {
    return RawMemory.getUnsignedShort(
        LeafPage.offsets(page, count) + (long) position * LeafPage.OFFSET_BYTES);
  }
}
