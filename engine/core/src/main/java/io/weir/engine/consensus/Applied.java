package io.weir.engine.consensus;

/**
 * The place of an entry in the agreed sequence.
 *
 * @param term in which the entry was proposed and committed, not negative
 * @param index of the entry in the sequence; -1 is before the first
 */
public record Applied(long term, long index) {

  /** The place before all entries. */
  public static final Applied NONE = new Applied(0, -1);

  public Applied {
    if (term < 0 || index < -1) {
      throw new IllegalArgumentException("no place of an entry term=" + term + " index=" + index);
    }
  }

  /** Whether this place comes after another one. */
  public boolean isAfter(Applied other) {
    return index > other.index;
  }
}
