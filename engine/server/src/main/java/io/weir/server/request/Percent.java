package io.weir.server.request;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;

/** Percent-encoding of paths and queries in UTF-8. Source: RFC 3986, section 2.1. */
public final class Percent {

  private static final String UNRESERVED_MARKS = "-._~";

  private Percent() {}

  /**
   * Decodes a part of a path. Fails with {@code InvalidInput} if an escape or its UTF-8 is
   * malformed.
   */
  public static String decode(String raw) {
    return needsDecoding(raw, false) ? decode(raw, false) : raw;
  }

  /** Decodes a name or value of a query, where {@code +} stands for a blank, as in forms. */
  static String decodeQuery(String raw) {
    return needsDecoding(raw, true) ? decode(raw, true) : raw;
  }

  /** Encodes everything but letters, digits and {@code - . _ ~}. */
  public static String encode(String text) {
    var out = new StringBuilder(text.length() + 16);
    for (var octet : text.getBytes(UTF_8)) {
      if (isUnreserved(octet)) {
        out.append((char) octet);
      } else {
        HexFormat.of().withUpperCase().toHexDigits(out.append('%'), octet);
      }
    }
    return out.toString();
  }

  private static boolean isUnreserved(byte octet) {
    return octet >= 'a' && octet <= 'z'
        || octet >= 'A' && octet <= 'Z'
        || octet >= '0' && octet <= '9'
        || UNRESERVED_MARKS.indexOf(octet) >= 0;
  }

  private static boolean needsDecoding(String raw, boolean plusIsBlank) {
    return raw.indexOf('%') >= 0 || plusIsBlank && raw.indexOf('+') >= 0;
  }

  private static String decode(String raw, boolean plusIsBlank) {
    var source = raw.getBytes(UTF_8);
    var octets = ByteBuffer.allocate(source.length);
    for (var i = 0; i < source.length; i++) {
      if (source[i] == '%') {
        octets.put(octet(raw, source, i));
        i += 2;
      } else {
        octets.put(plusIsBlank && source[i] == '+' ? (byte) ' ' : source[i]);
      }
    }
    try {
      return UTF_8.newDecoder().decode(octets.flip()).toString();
    } catch (CharacterCodingException e) {
      throw malformed(raw);
    }
  }

  private static byte octet(String raw, byte[] source, int at) {
    if (at + 2 >= source.length || !isHex(source[at + 1]) || !isHex(source[at + 2])) {
      throw malformed(raw);
    }
    return (byte)
        (HexFormat.fromHexDigit(source[at + 1]) << 4 | HexFormat.fromHexDigit(source[at + 2]));
  }

  private static boolean isHex(byte octet) {
    return octet >= 0 && HexFormat.isHexDigit(octet);
  }

  private static InvalidRequestException malformed(String raw) {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "expected=percentEncodedUtf8 lengthUnits=" + raw.length());
  }
}
