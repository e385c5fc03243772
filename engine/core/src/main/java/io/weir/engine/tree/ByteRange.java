package io.weir.engine.tree;

/**
 * Keys from one up to another, which is not included; none when the first is not the smaller.
 *
 * <p>Immutable as long as nobody writes to the arrays, which are not copied.
 */
public final class ByteRange {

  private final byte[] from;
  private final byte[] to;

  public ByteRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  public byte[] from() {
    return from;
  }

  public byte[] to() {
    return to;
  }
}
