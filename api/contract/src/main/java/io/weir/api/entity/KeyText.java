package io.weir.api.entity;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * An encoding of key text as bytes whose unsigned order is the order of the text's UTF-16 units.
 *
 * <p>Each unit is encoded separately by the rules of UTF-8. A surrogate pair becomes two sequences
 * of three bytes (the form known as CESU-8), and U+1F600 sorts before U+FF5A, as the service sorts
 * them. A text contains no U+0000, so a 0x00 can end it.
 *
 * <p>Runs on any thread.
 */
public final class KeyText {

  private KeyText() {}

  /** Returns the number of bytes of the encoded text: one to three for each unit. */
  public static int encodedLength(String text) {
    var length = text.length();
    for (var i = 0; i < text.length(); i++) {
      var unit = text.charAt(i);
      if (unit >= 0x80) {
        length += unit >= 0x800 ? 2 : 1;
      }
    }
    return length;
  }

  /**
   * Writes the text at {@code offset} and returns the offset after it. The target must have room
   * for {@link #encodedLength} bytes.
   */
  public static int encode(String text, byte[] target, int offset) {
    for (var i = 0; i < text.length(); i++) {
      var unit = text.charAt(i);
      if (unit < 0x80) {
        target[offset++] = (byte) unit;
      } else if (unit < 0x800) {
        target[offset++] = (byte) (0xC0 | unit >> 6);
        target[offset++] = (byte) (0x80 | unit & 0x3F);
      } else {
        target[offset++] = (byte) (0xE0 | unit >> 12);
        target[offset++] = (byte) (0x80 | unit >> 6 & 0x3F);
        target[offset++] = (byte) (0x80 | unit & 0x3F);
      }
    }
    return offset;
  }

  /** Returns the encoded text. */
  public static byte[] encode(String text) {
    var bytes = new byte[encodedLength(text)];
    encode(text, bytes, 0);
    return bytes;
  }

  /**
   * Reads text that {@link #encode(String)} wrote. Fails with {@code InvalidInput} for bytes that
   * it does not write.
   */
  public static String decode(byte[] source, int offset, int length) {
    var units = new char[length];
    var count = 0;
    var end = offset + length;
    for (var at = offset; at < end; ) {
      var lead = source[at] & 0xFF;
      if (lead < 0x80) {
        units[count++] = (char) lead;
        at += 1;
      } else if (lead < 0xE0) {
        units[count++] = unit(lead - 0xC0 << 6 | continuation(source, at + 1, end), 0x80);
        at += 2;
      } else {
        var high = lead - 0xE0 << 6 | continuation(source, at + 1, end);
        units[count++] = unit(high << 6 | continuation(source, at + 2, end), 0x800);
        at += 3;
      }
    }
    return new String(units, 0, count);
  }

  /** Returns the low six bits of a continuation byte. */
  private static int continuation(byte[] source, int at, int end) {
    if (at >= end || (source[at] & 0xC0) != 0x80) {
      throw malformed();
    }
    return source[at] & 0x3F;
  }

  /**
   * Returns the value as a unit. Fails when the value is below {@code least}, because fewer bytes
   * would encode it, and when it is above U+FFFF.
   */
  private static char unit(int value, int least) {
    if (value < least || value > Character.MAX_VALUE) {
      throw malformed();
    }
    return (char) value;
  }

  private static InvalidRequestException malformed() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=encodedKeyText");
  }
}
