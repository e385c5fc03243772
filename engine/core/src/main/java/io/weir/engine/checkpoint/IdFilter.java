package io.weir.engine.checkpoint;

import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Tells of most ids without a look-up that they are not in a set (B. H. Bloom, Space/Time
 * Trade-offs in Hash Coding with Allowable Errors, 1970; with one hash). A start asks for each leaf
 * of a store, and most leaves are not in the set.
 *
 * <p>Immutable.
 */
final class IdFilter {

  /**
   * At most. There are at least half as many, so that fewer than one of eight foreign ids is not
   * excluded.
   */
  private static final int BITS_AN_ID = 16;

  /**
   * The golden ratio in 64 bits: spreads ids that differ in a few bits (D. E. Knuth, The Art of
   * Computer Programming 3, 6.4).
   */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final BitSet bits;
  private final int shift;

  private IdFilter(BitSet bits, int shift) {
    this.bits = bits;
    this.shift = shift;
  }

  /**
   * Makes the filter of all ids in some collections.
   *
   * @param count how many there are together; more make the filter less exact
   */
  static IdFilter of(List<? extends Collection<Long>> ids, int count) {
    var size = Math.min(1 << 30, Long.highestOneBit(Math.max(1L, count) * BITS_AN_ID));
    var filter = new IdFilter(new BitSet((int) size), Long.SIZE - Long.numberOfTrailingZeros(size));
    ids.forEach(some -> some.forEach(id -> filter.bits.set(filter.bit(id))));
    return filter;
  }

  /** Whether an id is certainly none of them. */
  boolean excludes(long id) {
    return !bits.get(bit(id));
  }

  private int bit(long id) {
    return (int) (id * SPREAD >>> shift);
  }
}
