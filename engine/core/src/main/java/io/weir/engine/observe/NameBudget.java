package io.weir.engine.observe;

/** The number of names that may still be kept. Belongs to one thread. */
final class NameBudget {

  /** A budget without an end, for a sum of records that are bounded themselves. */
  static final int ENDLESS = Integer.MAX_VALUE;

  private int left;

  NameBudget(int names) {
    left = names;
  }

  /** Takes one name. Returns false when the budget is used up. */
  boolean take() {
    if (left == 0) {
      return false;
    }
    left--;
    return true;
  }
}
