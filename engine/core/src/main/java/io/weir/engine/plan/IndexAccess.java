package io.weir.engine.plan;

import io.weir.engine.index.TableIndex;
import io.weir.engine.index.TreeKeys;
import java.util.List;

/**
 * The entries of one index that a filter can match.
 *
 * @param index the index
 * @param ranges of encoded values; disjoint and ascending
 * @param isLookup whether each range holds the entries of one value of every property
 */
public record IndexAccess(TableIndex index, List<Range> ranges, boolean isLookup) {

  /**
   * A range of encoded values: lower bound inclusive, upper bound exclusive. The arrays must not be
   * changed.
   */
  public static final class Range {

    private final byte[] lower;
    private final byte[] upper;

    Range(byte[] lower, byte[] upper) {
      this.lower = lower;
      this.upper = upper;
    }

    /** Returns the lower bound. The lower bound of a lookup is the encoded values. */
    public byte[] lower() {
      return lower;
    }

    /** Returns the lower bound as a key of the clustered index. */
    public byte[] lowerKey(TableIndex index) {
      return TreeKeys.of(index.id(), lower);
    }

    /** Returns the upper bound as a key of the clustered index. */
    public byte[] upperKey(TableIndex index) {
      return TreeKeys.of(index.id(), upper);
    }
  }

  public IndexAccess {
    ranges = List.copyOf(ranges);
  }

  /** Whether the entries, in their order, are in the order of keys: they have equal values. */
  public boolean isInKeyOrder() {
    return isLookup && ranges.size() == 1;
  }
}
