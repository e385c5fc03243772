package io.weir.engine.page;

/**
 * Moves of pages out of sparse files, which are deleted when no page is left in them.
 *
 * <p>Runs on: the owner's thread. The store chooses the files. Its user writes each page that lies
 * in one of them again, and frees the old one.
 */
public interface PageMoves {

  /** Of a store that keeps no files. */
  PageMoves NONE = new PageMoves() {};

  /**
   * Looks for sparse files, unless some are being emptied. Returns whether pages have to move. To
   * be called every few seconds.
   */
  default boolean areWanted() {
    return false;
  }

  /** Whether a page lies in a file that is being emptied. */
  default boolean isWanted(long id) {
    return false;
  }

  /** Whether a page is a large one. */
  default boolean isLarge(long id) {
    return false;
  }

  /** Whether so many leaf pages can be written elsewhere now. Begins no growth. */
  default boolean hasRoom(int leafPages) {
    return true;
  }

  /** Ends the emptying of files. Their free room is used again. */
  default void giveUp() {}
}
