package io.weir.engine.tree;

/**
 * A key range, from an inclusive to an exclusive bound; empty unless the first is smaller.
 *
 * <p>Immutable while no caller writes to the arrays, which are not copied.
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
