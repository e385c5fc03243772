package io.weir.engine.index;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The order of encodings is the documented order of values. */
final class ValueCodeProperties {

  private static final int LIMIT = 24;

  private static final List<Double> DOUBLES = List.of(
      0.0,
      -0.0,
      Double.NaN,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      -Double.MIN_VALUE,
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      0x1p53,
      0x1p53 - 1,
      0x1p53 + 2,
      -0x1p53,
      0x1p63,
      -0x1p63,
      Math.nextDown(0x1p63),
      Math.nextUp(0x1p63),
      0x1p62,
      1.5);

  private static final List<Long> LONGS = List.of(
      0L,
      1L,
      -1L,
      Long.MAX_VALUE,
      Long.MAX_VALUE - 1,
      Long.MIN_VALUE,
      Long.MIN_VALUE + 1,
      (1L << 53) - 1,
      1L << 53,
      (1L << 53) + 1,
      (1L << 53) + 2,
      -(1L << 53) - 1,
      (1L << 62) + 1,
      Long.MAX_VALUE - 511,
      Long.MAX_VALUE - 512,
      Long.MAX_VALUE - 1023);

  @Provide
  Arbitrary<Optional<EdmValue>> values() {
    var text = Arbitraries.strings()
        .withChars(
            '\u0000', '\u0001', '\u0002', 'a', 'b', '\u00fe', '\u00ff', '\uffff', '\ud800',
            '\udc00')
        .ofMaxLength(2 * LIMIT);
    var bytes = Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0xFD, (byte) 0xFE, (byte) 0xFF)
        .array(byte[].class)
        .ofMaxSize(2 * LIMIT);
    return Arbitraries.<Optional<EdmValue>>oneOf(
        Arbitraries.just(Optional.empty()),
        Arbitraries.of(true, false).map(value -> Optional.of(new EdmBoolean(value))),
        Arbitraries.integers().map(value -> Optional.of(new EdmInt32(value))),
        Arbitraries.oneOf(Arbitraries.of(LONGS), Arbitraries.longs())
            .map(value -> Optional.of(new EdmInt64(value))),
        Arbitraries.oneOf(
                Arbitraries.of(DOUBLES),
                Arbitraries.of(LONGS).map(Long::doubleValue),
                Arbitraries.doubles())
            .map(value -> Optional.of(new EdmDouble(value))),
        Arbitraries.longs()
            .between(0, EdmDateTime.MAX_TICKS)
            .map(value -> Optional.of(new EdmDateTime(value))),
        Arbitraries.longs()
            .tuple2()
            .map(pair -> Optional.of(new EdmGuid(new UUID(pair.get1(), pair.get2())))),
        text.map(value -> Optional.of(new EdmString(value))),
        bytes.map(value -> Optional.of(new EdmBinary(value))));
  }

  @Property(tries = 5000)
  void theOrderOfEncodingsIsTheOrderOfValues(
      @ForAll("values") Optional<EdmValue> left, @ForAll("values") Optional<EdmValue> right) {
    var expected = compare(left.orElse(null), right.orElse(null));

    assertThat(sign(Arrays.compareUnsigned(encoded(left, false), encoded(right, false))))
        .isEqualTo(expected);
    assertThat(sign(Arrays.compareUnsigned(encoded(left, true), encoded(right, true))))
        .isEqualTo(-expected);
  }

  @Property
  void theOrderOfCompositesIsThatOfTheirFirstDifference(
      @ForAll("values") Optional<EdmValue> a,
      @ForAll("values") Optional<EdmValue> b,
      @ForAll("values") Optional<EdmValue> c,
      @ForAll("values") Optional<EdmValue> d) {
    var first = -compare(a.orElse(null), c.orElse(null));
    var expected = first != 0 ? first : compare(b.orElse(null), d.orElse(null));

    var left = joined(encoded(a, true), encoded(b, false));
    var right = joined(encoded(c, true), encoded(d, false));

    assertThat(sign(Arrays.compareUnsigned(left, right))).isEqualTo(expected);
  }

  @Property
  void theEndOfEachValueIsFound(
      @ForAll("values") Optional<EdmValue> value,
      @ForAll boolean descending,
      @ForAll byte[] before,
      @ForAll byte[] after) {
    var encoded = encoded(value, descending);
    var bytes = joined(before, encoded, after);

    assertThat(ValueCode.end(bytes, before.length, descending))
        .isEqualTo(before.length + encoded.length);
    assertThat(encoded[0]).isNotZero();
    assertThat(encoded.length).isLessThanOrEqualTo(LIMIT + 2);
  }

  private static byte[] encoded(Optional<EdmValue> value, boolean descending) {
    return ValueCode.encode(value.orElse(null), descending, LIMIT);
  }

  private static byte[] joined(byte[]... parts) {
    var joined = new ByteArrayOutputStream();
    for (var part : parts) {
      joined.writeBytes(part);
    }
    return joined.toByteArray();
  }

  private static int sign(int order) {
    return Integer.signum(order);
  }

  private static int compare(EdmValue left, EdmValue right) {
    if (rank(left) != rank(right)) {
      return sign(Integer.compare(rank(left), rank(right)));
    }
    return sign(
        switch (rank(left)) {
          case 0 -> 0;
          case 1 -> Boolean.compare(((EdmBoolean) left).value(), ((EdmBoolean) right).value());
          case 2 -> compareNumbers(left, right);
          case 3 -> Long.compare(((EdmDateTime) left).ticks(), ((EdmDateTime) right).ticks());
          case 4 -> Arrays.compareUnsigned(guid(left), guid(right));
          case 5 ->
            Arrays.compareUnsigned(
                kept(KeyText.encode(((EdmString) left).value())),
                kept(KeyText.encode(((EdmString) right).value())));
          default ->
            Arrays.compareUnsigned(
                kept(((EdmBinary) left).toByteArray()), kept(((EdmBinary) right).toByteArray()));
        });
  }

  /** Returns the part of a text that the encoding keeps: the limit counts escapes. */
  private static byte[] kept(byte[] plain) {
    var out = new ArrayList<Integer>();
    var used = 0;
    for (var b : plain) {
      var value = b & 0xFF;
      var escaped = value <= 1 || value >= 0xFE;
      if (used >= LIMIT) {
        out.add(1000); // cut
        break;
      }
      if (escaped && used + 2 > LIMIT) {
        out.add(value <= 1 ? 1 : 0xFE); // cut within the escape: two values become one
        out.add(1000);
        break;
      }
      out.add(value);
      used += escaped ? 2 : 1;
    }
    var bytes = new byte[2 * out.size()];
    for (var i = 0; i < out.size(); i++) {
      bytes[2 * i] = (byte) (out.get(i) >> 8);
      bytes[2 * i + 1] = (byte) (int) out.get(i);
    }
    return bytes;
  }

  private static byte[] guid(EdmValue value) {
    var guid = ((EdmGuid) value).value();
    return java.nio.ByteBuffer.allocate(16)
        .putLong(guid.getMostSignificantBits())
        .putLong(guid.getLeastSignificantBits())
        .array();
  }

  private static int compareNumbers(EdmValue left, EdmValue right) {
    var a = asDouble(left);
    var b = asDouble(right);
    if (Double.isNaN(a) || Double.isNaN(b) || Double.isInfinite(a) || Double.isInfinite(b)) {
      return Double.compare(a, b);
    }
    return exact(left).compareTo(exact(right));
  }

  private static double asDouble(EdmValue value) {
    return value instanceof EdmDouble number ? number.value() : exact(value).doubleValue();
  }

  private static BigDecimal exact(EdmValue value) {
    if (value instanceof EdmDouble number) {
      return new BigDecimal(number.value());
    }
    return value instanceof EdmInt32 small
        ? BigDecimal.valueOf(small.value())
        : BigDecimal.valueOf(((EdmInt64) value).value());
  }

  private static int rank(EdmValue value) {
    if (value == null) {
      return 0;
    }
    if (value instanceof EdmBoolean) {
      return 1;
    }
    if (value instanceof EdmDateTime) {
      return 3;
    }
    if (value instanceof EdmGuid) {
      return 4;
    }
    if (value instanceof EdmString) {
      return 5;
    }
    return value instanceof EdmBinary ? 6 : 2;
  }
}
