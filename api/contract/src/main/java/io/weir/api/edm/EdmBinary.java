package io.weir.api.edm;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * An array of bytes, equal to another one with the same bytes. A stored value has at most 65,536
 * bytes.
 */
public final class EdmBinary implements EdmValue, Comparable<EdmBinary> {

  private final byte[] bytes;

  /** Creates a value from a copy of the bytes. */
  public EdmBinary(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** Returns a copy of the bytes. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** Returns the number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** Compares by unsigned byte. A value that is a prefix of another one comes first. */
  @Override
  public int compareTo(EdmBinary other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public EdmType type() {
    return EdmType.BINARY;
  }

  @Override
  public <R> R dispatch(Handler<R> handler) {
    return handler.binary(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EdmBinary that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "EdmBinary[" + HexFormat.of().formatHex(bytes) + "]";
  }
}
