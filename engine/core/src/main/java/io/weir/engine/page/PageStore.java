package io.weir.engine.page;

/**
 * Hands out memory for pages and takes it back.
 *
 * <p>There are two sizes: a <em>leaf page</em> of at most {@link #pageBytes()}, and a <em>large
 * page</em> of up to {@link #MAX_PAGE_BYTES} for one entry that does not go into a leaf page.
 *
 * <p>Runs on: the owner's thread, but for {@link #stats()}.
 *
 * <p>A store grows in the background. A writer therefore asks {@link #hasRoom} before it changes
 * anything, and leaves its work for later when the answer is no.
 */
public interface PageStore extends AutoCloseable {

  /** Longest page, in bytes: the longest key, the longest value, and room for the header. */
  int MAX_PAGE_BYTES = 2 << 20;

  /** Longest leaf page, in bytes. A longer page is a large page. */
  int pageBytes();

  /**
   * Whether so many pages can be had now; when not, starts to make room.
   *
   * @param leafPages number of leaf pages
   * @param largeBytes bytes in large pages, all together
   */
  boolean hasRoom(long leafPages, long largeBytes);

  /** Leaf pages that can be had now, without any growth. */
  long freeLeafPages();

  /**
   * Returns memory for one page. What it holds is not defined.
   *
   * @param lengthBytes at least 1 and at most {@link #MAX_PAGE_BYTES}
   * @throws PagesExhausted when there is no room now; nothing has changed then
   */
  PageHandle allocate(int lengthBytes);

  /**
   * Takes a page back. Nobody may read it any more.
   *
   * @param id with {@code address} as the page was allocated
   * @param lengthBytes as it was asked for
   */
  void free(long id, long address, int lengthBytes);

  /** What is in use. Any thread; the numbers may be a moment old. */
  PageStoreStats stats();

  /**
   * Gives all memory back. May block: not for a loop. Readers must be gone, because an address of a
   * closed store points nowhere.
   */
  @Override
  void close();
}
