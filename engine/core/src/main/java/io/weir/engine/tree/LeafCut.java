package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;
import java.util.Arrays;

/**
 * Chooses where a plan that does not fit one page is cut into pages.
 *
 * <p>Runs on: the writer's thread.
 *
 * <p>A large entry has a page of its own. The entries between large entries are cut separately.
 *
 * <p>Pages are filled one after the other, and the last two share evenly. If inserts have followed
 * each other in key order (see {@link LeafPlan#insertRun}), the cut is at the place of the latest
 * insert instead. Pages that the inserts have passed then stay full, whether the inserts ascend or
 * descend and wherever in the tree they are.
 *
 * <p>In each case no two neighbouring pages of the result would fit one page: a filled page did not
 * take the first entry of the next, and if the two pages that meet at the place of the inserts
 * would fit one page, that place is no cut.
 */
final class LeafCut {

  /** The number of adjacent inserts that count as a sequence rather than chance. */
  private static final int SEQUENTIAL = 2;

  private final LeafPlan plan;
  private final TreeShape shape;
  private int[] ends = new int[4];
  private int pages;

  private LeafCut(LeafPlan plan, TreeShape shape) {
    this.plan = plan;
    this.shape = shape;
  }

  /** Returns whether the inserts into a plan have followed each other, up or down. */
  static boolean isSequential(LeafPlan plan) {
    return Math.abs(plan.insertRun()) >= SEQUENTIAL;
  }

  /** Returns the positions at which pages end, ascending; the last is the plan's count. */
  static int[] ends(LeafPlan plan, TreeShape shape) {
    var cut = new LeafCut(plan, shape);
    if (shape.isLarge(plan.longestSingleEntryBytes())) {
      cut.aroundLarge();
    } else {
      cut.entries(0, plan.count());
    }
    return Arrays.copyOf(cut.ends, cut.pages);
  }

  private void aroundLarge() {
    int start = 0;
    for (int i = 0; i < plan.count(); i++) {
      if (shape.isLarge(plan.entryBytes(i))) {
        entries(start, i);
        add(i + 1);
        start = i + 1;
      }
    }
    entries(start, plan.count());
  }

  private void entries(int from, int to) {
    if (from < to && fits(from, to)) {
      add(to);
    } else if (from < to) {
      cut(from, to);
    }
  }

  private void cut(int from, int to) {
    int latest = plan.lastInsert();
    boolean here = latest >= from && latest < to;
    if (here && plan.insertRun() >= SEQUENTIAL) {
      ascending(from, latest + 1, to);
    } else if (here && plan.insertRun() <= -SEQUENTIAL) {
      descending(from, latest, to);
    } else {
      anywhere(from, to);
    }
  }

  private void anywhere(int from, int to) {
    int first = pages;
    fillUpwards(from, to);
    int start = pages - 2 == first ? from : ends[pages - 3];
    ends[pages - 2] = middle(start, ends[pages - 2], to);
  }

  private void ascending(int from, int afterInserts, int to) {
    int first = pages;
    fillUpwards(from, afterInserts);
    int start = pages - 1 == first ? from : ends[pages - 2];
    int before = pages;
    fillUpwards(afterInserts, to);
    if (before < pages && fits(start, ends[before])) {
      pages = before - 1;
      fillUpwards(start, to);
    }
  }

  /** Fills pages from the end. Finds the positions in descending order and reverses them. */
  private void descending(int from, int beforeInserts, int to) {
    int first = pages;
    add(to);
    int end = fillDownwards(beforeInserts, to);
    if (from < beforeInserts) {
      int before = pages;
      add(beforeInserts);
      fillDownwards(from, beforeInserts);
      int start = before + 1 < pages ? ends[before + 1] : from;
      if (fits(start, end)) {
        pages = before;
        fillDownwards(from, end);
      }
    }
    reverse(first);
  }

  private void fillUpwards(int from, int to) {
    int start = from;
    while (start < to) {
      int low = start + 1;
      int high = to;
      while (low < high) {
        int middle = (low + high + 1) >>> 1;
        if (fits(start, middle)) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      add(low);
      start = low;
    }
  }

  /**
   * Adds the positions at which pages start, except the first page's, which is {@code from}.
   *
   * @return where the first page ends
   */
  private int fillDownwards(int from, int to) {
    int end = to;
    while (!fits(from, end)) {
      int low = from + 1;
      int high = end - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (fits(middle, end)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      add(low);
      end = low;
    }
    return end;
  }

  /** Returns the most even cut between two pages that does not make the first longer. */
  private int middle(int start, int cut, int end) {
    int low = start + 1;
    int high = cut;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (plan.lengthBytes(start, middle) >= plan.lengthBytes(middle, end)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < cut && !fits(low, end) ? cut : low;
  }

  private boolean fits(int from, int to) {
    return plan.lengthBytes(from, to) <= shape.pageBytes();
  }

  private void add(int end) {
    if (pages == ends.length) {
      ends = Arrays.copyOf(ends, 2 * pages);
    }
    ends[pages++] = end;
  }

  private void reverse(int first) {
    for (int low = first, high = pages - 1; low < high; low++, high--) {
      int end = ends[low];
      ends[low] = ends[high];
      ends[high] = end;
    }
  }
}
