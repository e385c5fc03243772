package io.weir.engine.balance;

/**
 * Finds the number that most of a sequence consist of, in constant memory.
 *
 * <p>After R. S. Boyer and J. S. Moore, MJRTY: A Fast Majority Vote Algorithm, 1991. The lead is
 * bounded, so that a new majority replaces an old one soon.
 *
 * <p>One thread at a time.
 */
public final class MajorityVote {

  /** A number leads if it came so many times more than all others together. */
  static final int LEAD = 32;

  private static final int MOST = 2 * LEAD;

  private int candidate;
  private int lead;

  /** Adds a number to the sequence; 0 stands for no number, and only weakens the candidate. */
  public void add(int number) {
    if (number != 0 && number == candidate) {
      lead = Math.min(lead + 1, MOST);
    } else if (lead > 0) {
      lead--;
    } else {
      candidate = number;
      lead = number == 0 ? 0 : 1;
    }
  }

  /** Returns the number that leads; 0 if none does. */
  public int leader() {
    return lead >= LEAD ? candidate : 0;
  }

  /** Forgets the sequence. */
  public void clear() {
    candidate = 0;
    lead = 0;
  }
}
