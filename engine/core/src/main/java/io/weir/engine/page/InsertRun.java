package io.weir.engine.page;

/**
 * Tracks whether the inserts into a page follow each other.
 *
 * <p>Runs on: the thread of its {@link LeafPlan}.
 *
 * <p>A page that overflows is best cut in the middle if inserts come anywhere, and at the place of
 * the insert if they come in key order, because the earlier pages then stay full. The order shows
 * only over several turns. The header of each page therefore stores the position of its latest
 * insert and the number of inserts that came in sequence before it.
 */
final class InsertRun {

  private static final int LONGEST = Byte.MAX_VALUE;

  private int run;

  /**
   * Position of the latest insert; -1 if unknown. Counts in the old page until the first insert,
   * then in the plan.
   */
  private int position = -1;

  private boolean inserted;

  /** Position in the plan after the inserts so far. */
  private int end;

  void clear() {
    run = 0;
    position = -1;
    inserted = false;
  }

  void continueFrom(long page) {
    clear();
    int latest = LeafPage.lastInsert(page);
    if (latest != LeafPage.NO_INSERT) {
      run = LeafPage.run(page);
      position = latest;
    }
  }

  /**
   * Copies the run of another plan whose entries of a range move to a target position in this plan.
   */
  void continueFrom(InsertRun other, int from, int to, int target) {
    if (other.position >= from && other.position < to) {
      run = other.run;
      position = other.position - from + target;
    }
  }

  /** Notes that so many entries are put before the others. */
  void shift(int count) {
    if (position >= 0) {
      position += count;
    }
  }

  /**
   * Notes an insert.
   *
   * @param pagePosition position of the insert in the old page
   * @param planPosition position of the entry in the plan
   */
  void add(int pagePosition, int planPosition) {
    if (!inserted) {
      first(pagePosition, planPosition);
    } else if (planPosition == end) {
      run = Math.max(-LONGEST, Math.min(LONGEST, run < 0 ? run - 1 : run + 1));
      position = run < 0 ? position : planPosition;
    } else {
      run = 0;
      position = planPosition;
    }
    inserted = true;
    end = planPosition + 1;
  }

  private void first(int pagePosition, int planPosition) {
    if (position >= 0 && pagePosition == position + 1) {
      run = Math.min(LONGEST, Math.max(0, run) + 1);
    } else if (position >= 0 && pagePosition == position) {
      run = Math.max(-LONGEST, Math.min(0, run) - 1);
    } else {
      run = 0;
    }
    position = planPosition;
  }

  int run() {
    return run;
  }

  int position() {
    return position;
  }

  /** Writes the run to the header of a page that has the plan's entries of a range. */
  void write(long page, int from, int to) {
    boolean here = position >= from && position < to;
    RawMemory.putByte(page + LeafPage.RUN, (byte) (here ? run : 0));
    RawMemory.putShort(page + LeafPage.LAST_INSERT, here ? position - from : LeafPage.NO_INSERT);
  }
}
