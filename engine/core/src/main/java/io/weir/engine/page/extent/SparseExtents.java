package io.weir.engine.page.extent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the extents that are emptied, because the others have room for their pages.
 *
 * <p>Runs on: the store's owner.
 *
 * <p>Room is <em>spare</em>, and stays, if it is likely to be used soon: a 16th of the used units,
 * and what two minutes would take at the pace since the last look. The sparsest extents are emptied
 * as long as the spare room stays free in the others. Places that wait for a checkpoint count as
 * used.
 *
 * <p>When the others have less, and a quarter of the units of an extent would be given back
 * nevertheless, growth makes room for its pages first.
 */
final class SparseExtents {

  /** Looks in two minutes. */
  static final int LOOKS_AHEAD = 24;

  private static final int SPARE_PART = 16;
  private static final int LEAST_SPARE_UNITS = 64;

  /**
   * Growth makes room for the pages of an extent that gives at least this part of its units back.
   */
  private static final int WORTH_PART = 4;

  private static final Comparator<Extent> SPARSEST_FIRST = Comparator.<Extent>comparingDouble(
          extent -> (double) extent.used() / extent.reserved())
      .thenComparingInt(extent -> -extent.reserved())
      .thenComparingInt(Extent::number);

  private final int leastSpare;

  /**
   * Units that were allocated since the last look, less those that were freed and no checkpoint
   * names.
   */
  private long allocated;

  SparseExtents(ExtentKind kind) {
    this.leastSpare = LEAST_SPARE_UNITS + kind.maxUnits();
  }

  /** Notes that units were allocated, or freed if negative. */
  void allocated(int units) {
    allocated += units;
  }

  /** Returns the free units that are likely to be used soon. Called once at each look. */
  long spareUnits(long used) {
    long soon = LOOKS_AHEAD * Math.max(0, allocated);
    allocated = 0;
    return used / SPARE_PART + leastSpare + soon;
  }

  /**
   * Returns the extents to be emptied.
   *
   * @param free units of all extents
   */
  List<Extent> choose(List<Extent> candidates, long free, long spare) {
    var chosen = new ArrayList<Extent>();
    long left = free;
    for (Extent extent : sorted(candidates)) {
      if (left - extent.reserved() >= spare) {
        left -= extent.reserved();
        chosen.add(extent);
      }
    }
    return chosen;
  }

  private static List<Extent> sorted(List<Extent> candidates) {
    return candidates.stream()
        .filter(extent -> extent.reserved() > 0)
        .sorted(SPARSEST_FIRST)
        .toList();
  }

  /**
   * Returns the sparsest extent that is worth growth elsewhere; null if none is. None can be
   * emptied without growth.
   */
  @Nullable
  Extent worthRoom(List<Extent> candidates, long free, long spare) {
    long gain = free - spare;
    return gain < LEAST_SPARE_UNITS
        ? null
        : sorted(candidates).stream()
            .filter(extent -> extent.reserved() <= gain * WORTH_PART)
            .findFirst()
            .orElse(null);
  }

  /** Returns the units that are missing elsewhere before an extent can be emptied. */
  static long missing(Extent extent, long free, long spare) {
    return spare + extent.reserved() - free;
  }
}
