package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;

/**
 * The sizes of a tree's parts.
 *
 * @param pageBytes largest length of a leaf page; a longer entry has a large page of its own (256
 *     to 32760)
 * @param fanout largest number of children of a node (4 to 1024)
 */
record TreeShape(int pageBytes, int fanout) {

  static final int DEFAULT_FANOUT = 64;

  TreeShape {
    if (pageBytes < 256 || pageBytes > 32760) {
      throw new IllegalArgumentException("pageBytes is out of range pageBytes=" + pageBytes);
    }
    if (fanout < 4 || fanout > 1024) {
      throw new IllegalArgumentException("fanout is out of range fanout=" + fanout);
    }
  }

  /** Returns whether an entry of so many bytes of key and value is too long for a leaf page. */
  boolean isLarge(long entryBytes) {
    return LeafPage.lengthBytesOfOne(entryBytes) > pageBytes;
  }

  /**
   * Returns the largest length of the entries of two neighbours that may share them when one
   * overflows: two pages, less a margin that prevents another overflow at once.
   */
  int sharedBytes() {
    return 2 * pageBytes - pageBytes / 8;
  }

  /** Returns whether a page is that of a large entry. */
  boolean isLargePage(long page) {
    return isLargePage(LeafPage.lengthBytes(page));
  }

  /** Returns whether a page of this length is that of a large entry. */
  boolean isLargePage(int lengthBytes) {
    return lengthBytes > pageBytes;
  }
}
