package io.weir.engine.index;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.KeyText;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An encoding of property values as bytes whose unsigned order is the order of an index; see
 * {@link io.weir.api.index}.
 *
 * <pre>
 * type      bytes
 * missing   01
 * Boolean   10, 00 or 01
 * number    20, eight bytes of the double; from 2^53 in size on then eight bytes of the distance of the integer from it
 * DateTime  30, eight bytes of the ticks
 * Guid      40, sixteen bytes
 * String    50, text, 00; or 50, the first bytes of the text, FF
 * Binary    60, bytes, 00; or 60, the first bytes, FF
 * </pre>
 *
 * <p>Text is encoded as in keys ({@link KeyText}). In text and binary values 00 is written as 01
 * 01, 01 as 01 02, and FF, which no text contains, as FE 02, FE as FE 01. A descending property has
 * all bits inverted. An encoding is never the beginning of another one.
 *
 * <p>The bits of a double are changed so that unsigned order is the order of numbers, with NaN
 * last. Minus zero is encoded as zero. An integer is encoded by the nearest double; integers that
 * share it are told apart by their distance from it, which is 0 for a double.
 */
public final class ValueCode {

  /** Most bytes of all texts and binary values of one entry; each property has an equal share. */
  public static final int TEXT_BYTES = 880;

  /** The limit of texts and binary values that are not cut. */
  static final int NO_LIMIT = Integer.MAX_VALUE;

  /**
   * The length of the longest encoding of a number; no encoding but that of a text or binary value
   * is longer.
   */
  static final int LONGEST_NUMBER_BYTES = 17;

  static final byte MISSING = 0x01;
  static final byte BOOLEAN = 0x10;
  static final byte NUMBER = 0x20;
  static final byte DATE_TIME = 0x30;
  static final byte GUID = 0x40;
  static final byte STRING = 0x50;
  static final byte BINARY = 0x60;

  private static final byte END = 0;
  private static final byte CUT = (byte) 0xFF;
  private static final double EXACT = 0x1p53;

  private ValueCode() {}

  /** Returns the most bytes of a text in an index of this many properties. */
  public static int textLimit(int properties) {
    return TEXT_BYTES / properties;
  }

  /**
   * Returns the encoding of a value.
   *
   * @param value null for a missing property
   * @param textLimit most bytes of a text or binary value; see {@link #textLimit}
   */
  public static byte[] encode(@Nullable EdmValue value, boolean descending, int textLimit) {
    var bytes = value == null ? new byte[] {MISSING} : value.dispatch(new Encoder(textLimit));
    return descending ? inverted(bytes) : bytes;
  }

  /** Returns the bytes with which the encoding of each text begins that begins with a given one. */
  public static byte[] beginning(String text, int textLimit) {
    var encoded = encode(new EdmString(text), false, textLimit);
    return Arrays.copyOf(encoded, encoded.length - 1); // without the end, or the mark of a cut
  }

  /** Returns a copy with all bits inverted. */
  public static byte[] inverted(byte[] bytes) {
    var inverted = new byte[bytes.length];
    for (var i = 0; i < bytes.length; i++) {
      inverted[i] = (byte) ~bytes[i];
    }
    return inverted;
  }

  /**
   * Whether the encoding of an ascending property holds only the first bytes of a text or binary
   * value.
   */
  public static boolean isCut(byte[] encoded) {
    return (encoded[0] == STRING || encoded[0] == BINARY) && encoded[encoded.length - 1] == CUT;
  }

  /** Returns the offset after the value that begins at an offset. */
  static int end(byte[] source, int at, boolean descending) {
    var mask = (byte) (descending ? 0xFF : 0);
    return switch ((byte) (source[at] ^ mask)) {
      case MISSING -> at + 1;
      case BOOLEAN -> at + 2;
      case DATE_TIME -> at + 9;
      case GUID -> at + 17;
      case NUMBER -> at + (isBeyondExact(source, at + 1, descending) ? 17 : 9);
      default -> endOfText(source, at + 1, mask);
    };
  }

  /** Neither END nor CUT occurs within a text: the byte after an escape is 01 or 02. */
  private static int endOfText(byte[] source, int from, byte mask) {
    for (var at = from; ; at++) {
      var value = (byte) (source[at] ^ mask);
      if (value == END || value == CUT) {
        return at + 1;
      }
    }
  }

  private static boolean isBeyondExact(byte[] source, int at, boolean descending) {
    var bits = ByteBuffer.wrap(source).getLong(at);
    return isBeyondExact(numberOf(descending ? ~bits : bits));
  }

  private static boolean isBeyondExact(double number) {
    return Math.abs(number) >= EXACT; // false for NaN
  }

  /** Returns bits whose unsigned order is the order of numbers. */
  private static long orderOf(double number) {
    var bits = Double.doubleToLongBits(number == 0 ? 0.0 : number);
    return bits < 0 ? ~bits : bits | Long.MIN_VALUE;
  }

  private static double numberOf(long order) {
    return Double.longBitsToDouble(order < 0 ? order & Long.MAX_VALUE : ~order);
  }

  private record Encoder(int textLimit) implements EdmValue.Handler<byte[]> {

    @Override
    public byte[] string(EdmString value) {
      return text(STRING, KeyText.encode(value.value()));
    }

    @Override
    public byte[] binary(EdmBinary value) {
      return text(BINARY, value.toByteArray());
    }

    @Override
    public byte[] int32(EdmInt32 value) {
      return number(value.value(), 0);
    }

    @Override
    public byte[] int64(EdmInt64 value) {
      var nearest = (double) value.value();
      var same = nearest == 0x1p63 ? Long.MIN_VALUE : (long) nearest; // 2^63 wraps round
      return number(nearest, value.value() - same);
    }

    @Override
    public byte[] float64(EdmDouble value) {
      return number(value.value(), 0);
    }

    @Override
    public byte[] bool(EdmBoolean value) {
      return new byte[] {BOOLEAN, (byte) (value.value() ? 1 : 0)};
    }

    @Override
    public byte[] dateTime(EdmDateTime value) {
      return ByteBuffer.allocate(9).put(DATE_TIME).putLong(value.ticks()).array();
    }

    @Override
    public byte[] guid(EdmGuid value) {
      return ByteBuffer.allocate(17)
          .put(GUID)
          .putLong(value.value().getMostSignificantBits())
          .putLong(value.value().getLeastSignificantBits())
          .array();
    }

    private static byte[] number(double number, long distance) {
      var isLong = isBeyondExact(number);
      var bytes = ByteBuffer.allocate(isLong ? 17 : 9).put(NUMBER).putLong(orderOf(number));
      return (isLong ? bytes.putLong(distance ^ Long.MIN_VALUE) : bytes).array();
    }

    private byte[] text(byte type, byte[] plain) {
      var bytes = new byte[Math.min(2 * plain.length, textLimit) + 2];
      var at = 0;
      bytes[at++] = type;
      for (var b : plain) {
        var escape = escapeOf(b);
        if (escape != 0 && at <= textLimit) {
          bytes[at++] = escape;
        }
        if (at > textLimit) {
          bytes[at++] = CUT; // perhaps between an escape and its second byte, which keeps the order
          return Arrays.copyOf(bytes, at);
        }
        bytes[at++] = escape == 0 ? b : escaped(b);
      }
      bytes[at++] = END;
      return Arrays.copyOf(bytes, at);
    }

    private static byte escapeOf(byte b) {
      return switch (b & 0xFF) {
        case 0x00, 0x01 -> (byte) 0x01;
        case 0xFE, 0xFF -> (byte) 0xFE;
        default -> 0;
      };
    }

    private static byte escaped(byte b) {
      return switch (b & 0xFF) {
        case 0x00, 0xFE -> (byte) 0x01;
        default -> (byte) 0x02;
      };
    }
  }
}
