package io.weir.engine.tree;

import io.weir.engine.page.LeafPage;

/**
 * The sizes of a tree's parts.
 *
 * @param pageBytes a leaf page's length at most; a longer entry has a large page of its own (256 to 32760)
 * @param fanout children of a node at most (4 to 1024)
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

  /** Whether an entry of so many bytes of key and value does not go into a leaf page at all. */
  boolean isLarge(long entryBytes) {
    return LeafPage.lengthBytesOfOne(entryBytes) > pageBytes;
  }

  /**
   * Length at most of all that two neighbours may hold to share it, when one of them overflows: two
   * pages, less what keeps them from overflowing again at once.
   */
  int sharedBytes() {
    return 2 * pageBytes - pageBytes / 8;
  }

  /** Whether a page is that of a large entry. */
  boolean isLargePage(long page) {
    return LeafPage.lengthBytes(page) > pageBytes;
  }
}
