package io.weir.engine.page.extent;

import io.weir.engine.page.PageMoves;

/**
 * The moves of pages out of sparse extents.
 *
 * @param guard fails unless the calling thread is the owner's
 * @param changed called when the room has changed
 */
record ExtentMoves(ExtentSpace leaves, ExtentSpace large, Runnable guard, Runnable changed)
    implements PageMoves {

  @Override
  public boolean areWanted() {
    guard.run();
    boolean ofLeaves = leaves.emptySparse();
    boolean ofLarge = large.emptySparse();
    changed.run();
    return ofLeaves || ofLarge;
  }

  @Override
  public boolean isWanted(long id) {
    int number = Extent.numberOf(id);
    return leaves.isEmptying(number) || large.isEmptying(number);
  }

  @Override
  public boolean isLarge(long id) {
    return large.find(id) != null;
  }

  @Override
  public boolean hasRoom(int pages) {
    guard.run();
    return leaves.hasRoomToMove(pages);
  }

  @Override
  public void giveUp() {
    guard.run();
    leaves.stopEmptying();
    large.stopEmptying();
    changed.run();
  }
}
