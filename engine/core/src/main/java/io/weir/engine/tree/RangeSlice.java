package io.weir.engine.tree;

/**
 * One slice of the removal of a key range.
 *
 * @param version the private version without the entries of the slice
 * @param last whether nothing of the range is left
 */
public record RangeSlice(long version, boolean last) {

  /**
   * The end of a slice of so many pages: a fence, or the end of the range itself (the same array).
   */
  static byte[] end(Tree tree, byte[] from, byte[] to, int maxPages) {
    if (maxPages < 1) {
      throw new IllegalArgumentException("maxPages is below 1 maxPages=" + maxPages);
    }
    Cursor cursor = new Cursor().open(tree);
    boolean more = cursor.seek(from);
    for (int pages = 0; more && pages < maxPages; pages++) {
      more = cursor.nextLeaf();
    }
    return more && cursor.compareKey(to) < 0 ? cursor.lowFence() : to;
  }
}
