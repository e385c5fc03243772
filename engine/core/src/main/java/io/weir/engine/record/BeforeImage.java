package io.weir.engine.record;

import org.jspecify.annotations.Nullable;

/**
 * What the log record of a change tells of the form that was stored before it. Immutable; the array
 * must not be written to.
 */
public final class BeforeImage {

  /** Nothing was stored. */
  public static final BeforeImage NOTHING = new BeforeImage(null);

  /** A form was stored, and the record has no room for it. */
  public static final BeforeImage LEFT_OUT = new BeforeImage(null);

  private final byte @Nullable [] stored;

  private BeforeImage(byte @Nullable [] stored) {
    this.stored = stored;
  }

  /** Returns the image of a stored form. */
  public static BeforeImage of(byte[] stored) {
    return new BeforeImage(stored);
  }

  /** Returns the form that was stored; null when nothing was, or when it was left out. */
  public byte @Nullable [] stored() {
    return stored;
  }

  /** Returns the bytes that the image adds to a record. */
  public long lengthBytes() {
    return stored == null ? 0 : Integer.BYTES + stored.length;
  }
}
