package io.weir.api.edm;

import java.util.Arrays;
import java.util.HexFormat;

/** Bytes: at most 65,536 where they are stored. Equal when the bytes are. */
public final class EdmBinary implements EdmValue, Comparable<EdmBinary> {

  private final byte[] bytes;

  /** Copies the bytes. */
  public EdmBinary(byte[] bytes) {
    this.bytes = bytes.clone();
  }

  /** A copy of the bytes. */
  public byte[] toByteArray() {
    return bytes.clone();
  }

  /** Number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** Order by unsigned byte, the shorter first where one is the beginning of the other. */
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
