package io.weir.engine.page;

/**
 * Remembers whether the inserts into a page follow each other.
 *
 * <p>Runs on: the thread of its {@link LeafPlan}.
 *
 * <p>A page that overflows is best cut in the middle when inserts come anywhere, and at the place
 * of the insert when they come in key order: then the pages that stay behind are full. The order
 * shows only over several turns, so each page carries, in its header, the position of its latest
 * insert and how many came in sequence before it.
 */
final class InsertRun {

  private static final int LONGEST = Byte.MAX_VALUE;

  private int run;

  /**
   * Position of the latest insert: in the old page until something is inserted, in the plan then;
   * -1 when unknown.
   */
  private int position = -1;

  private boolean inserted;

  /** Position in the plan behind the inserts so far. */
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
   * Takes over what is known of another plan's entries, from one position up to another, that come
   * to stand elsewhere.
   */
  void continueFrom(InsertRun other, int from, int to, int target) {
    if (other.position >= from && other.position < to) {
      run = other.run;
      position = other.position - from + target;
    }
  }

  /** Notes that so many entries come to stand before the others. */
  void shift(int count) {
    if (position >= 0) {
      position += count;
    }
  }

  /**
   * Notes an insert.
   *
   * @param pagePosition where it comes in the old page
   * @param planPosition where it stands in the plan
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

  /** Writes what is known to a page that has the plan's entries from one position up to another. */
  void write(long page, int from, int to) {
    boolean here = position >= from && position < to;
    RawMemory.putByte(page + LeafPage.RUN, (byte) (here ? run : 0));
    RawMemory.putShort(page + LeafPage.LAST_INSERT, here ? position - from : LeafPage.NO_INSERT);
  }
}
