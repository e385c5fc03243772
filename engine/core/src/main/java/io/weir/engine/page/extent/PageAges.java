package io.weir.engine.page.extent;

import java.util.BitSet;

/**
 * Which pages of an extent are younger than the last capture and the last pin, by their first
 * units. Owner: the store's owner.
 *
 * <p>The place of a page that is younger than the last capture may be used again at once, because
 * no checkpoint names it.
 */
final class PageAges {

  /** Pages that were allocated since the last capture. */
  private final BitSet fresh = new BitSet();

  /**
   * Those that were fresh at the last capture and are still in use. They are fresh again if no
   * checkpoint is made of it.
   */
  private final BitSet captured = new BitSet();

  /** Pages that were allocated since the last pin. No pinned checkpoint names them. */
  private final BitSet young = new BitSet();

  void allocated(int unit) {
    fresh.set(unit);
    young.set(unit);
  }

  void freed(int unit) {
    fresh.clear(unit);
    captured.clear(unit);
    young.clear(unit);
  }

  /** Notes that a checkpoint may name each page in use from now on. */
  void capture() {
    captured.clear();
    captured.or(fresh);
    fresh.clear();
  }

  /** Notes that no checkpoint is made of the last capture. */
  void abandon() {
    fresh.or(captured);
    captured.clear();
  }

  /** Notes that a pinned checkpoint may name each page in use from now on. */
  void pin() {
    young.clear();
  }

  /** Whether a page in use was allocated since the last capture. */
  boolean isFresh(int unit) {
    return fresh.get(unit);
  }

  /** Whether a page was allocated since the last pin. Its place is not free yet. */
  boolean isYoung(int unit) {
    return young.get(unit);
  }
}
