package io.weir.engine.page;

import java.io.IOException;

/**
 * Allocates and frees memory for pages.
 *
 * <p>There are two sizes: a <em>leaf page</em> of at most {@link #pageBytes()}, and a <em>large
 * page</em> of up to {@link #MAX_PAGE_BYTES} for one entry that does not fit a leaf page.
 *
 * <p>Runs on: the owner's thread, except {@link #stats()}.
 *
 * <p>A store grows in the background. A writer therefore calls {@link #hasRoom} before it changes
 * anything, and postpones its work if that returns false.
 */
public interface PageStore extends AutoCloseable {

  /** Longest page, in bytes: the longest key, the longest value, and room for the header. */
  int MAX_PAGE_BYTES = 2 << 20;

  /** Returns the length of the longest leaf page, in bytes. A longer page is a large page. */
  int pageBytes();

  /**
   * Returns whether so many pages can be allocated now. If not, starts to make room.
   *
   * @param leafPages number of leaf pages
   * @param largeBytes bytes in large pages, all together
   */
  boolean hasRoom(long leafPages, long largeBytes);

  /** Returns the number of leaf pages that can be allocated now, without any growth. */
  long freeLeafPages();

  /**
   * Allocates memory for one page. Its content is undefined.
   *
   * @param lengthBytes at least 1 and at most {@link #MAX_PAGE_BYTES}
   * @throws PagesExhausted if there is no room now; nothing has changed then
   */
  PageHandle allocate(int lengthBytes);

  /**
   * Returns where the content of a new page is to be written: its own memory, or a buffer that
   * {@link #filled} copies there. The next call may return the same buffer.
   *
   * @param lengthBytes the length requested from {@link #allocate}
   */
  default long memory(PageHandle page, int lengthBytes) {
    return page.address();
  }

  /**
   * Ends the writing of a page, which is read at its address from now on.
   *
   * @param lengthBytes the length requested from {@link #allocate}
   * @throws java.io.UncheckedIOException if the file could not take the page
   */
  default void filled(PageHandle page, int lengthBytes) {}

  /**
   * Frees a page. No thread may read it afterwards.
   *
   * @param id with {@code address} as {@link #allocate} returned them
   * @param lengthBytes the length requested from {@link #allocate}
   */
  void free(long id, long address, int lengthBytes);

  /**
   * Reads a page from the disk, so that an access to its memory does not wait. Any thread that may
   * block and keeps the page. A store that keeps its pages in memory does nothing.
   *
   * @param place the address of the page
   */
  default void read(long id, long place) throws IOException {}

  /**
   * Returns the length of a page. A store whose pages may have to be read from the disk does not
   * read this one.
   *
   * @param place the address of the page
   */
  default int lengthOf(long id, long place) {
    return LeafPage.lengthBytes(place);
  }

  /**
   * Returns the verifier of pages that may have changed on the disk: before their first use, and
   * before their next use after they were cold.
   */
  default FirstUse firstUse() {
    return FirstUse.NONE;
  }

  /** Returns the moves of pages out of sparse files. */
  default PageMoves moves() {
    return PageMoves.NONE;
  }

  /** Returns the pages and bytes in use. Any thread; the numbers may be a moment old. */
  PageStoreStats stats();

  /**
   * Releases all memory. May block, so a loop must not call it. Readers must be gone, because
   * addresses of a closed store are invalid.
   */
  @Override
  void close();
}
