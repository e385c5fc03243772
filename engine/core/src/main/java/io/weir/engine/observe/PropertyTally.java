package io.weir.engine.observe;

/** The writes of one property. Numbers are weighted. Belongs to one thread. */
public final class PropertyTally {

  private long writes;
  private long bytes;

  void wrote(int lengthBytes, long weight) {
    writes += weight;
    bytes += weight * lengthBytes;
  }

  void add(PropertyTally other) {
    writes += other.writes;
    bytes += other.bytes;
  }

  /** Returns the number of writes of the property. */
  public long writes() {
    return writes;
  }

  /** Returns the bytes of its name and values in all writes. */
  public long bytes() {
    return bytes;
  }
}
