package io.weir.api.contract;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** Values of each type in their order, including the extremes. */
final class Samples {

  private Samples() {}

  static List<EdmValue> ascending(EdmType type) {
    return switch (type) {
      case STRING -> strings();
      case INT32 -> list(EdmInt32::new, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE);
      case INT64 ->
        list(EdmInt64::new, Long.MIN_VALUE, -(1L << 32), -1L, 0L, 1L, 1L << 32, Long.MAX_VALUE);
      case DOUBLE -> doubles();
      case BOOLEAN -> list(EdmBoolean::new, false, true);
      case DATE_TIME -> dateTimes();
      case GUID -> guids();
      case BINARY -> list(Samples::binary, "", "00", "0000", "01", "7F", "80", "80FF", "FF");
    };
  }

  private static List<EdmValue> strings() {
    return list(
        EdmString::new,
        "",
        "\u0000",
        " ",
        "'",
        "A",
        "a",
        "a ",
        "aa",
        "\u00E4",
        "\uD83D\uDE00",
        "\uD83D\uDE01",
        "\uFF5A",
        "\uFFFF");
  }

  private static List<EdmValue> doubles() {
    return list(
        EdmDouble::new,
        Double.NEGATIVE_INFINITY,
        -Double.MAX_VALUE,
        -1.5,
        -Double.MIN_VALUE,
        0.0,
        Double.MIN_VALUE,
        0.1,
        3.0,
        Double.MAX_VALUE,
        Double.POSITIVE_INFINITY);
  }

  private static List<EdmValue> dateTimes() {
    var the1970s = EdmDateTime.parse("1970-01-01T00:00:00Z").ticks();
    return list(
        EdmDateTime::new, 0L, 1L, the1970s - 1, the1970s, the1970s + 1, EdmDateTime.MAX_TICKS);
  }

  private static List<EdmValue> guids() {
    return list(
        text -> new EdmGuid(UUID.fromString(text)),
        "00000000-0000-0000-0000-000000000000",
        "00000000-0000-0000-0000-000000000001",
        "00000000-0000-0000-ffff-ffffffffffff",
        "7fffffff-ffff-ffff-7fff-ffffffffffff",
        "7fffffff-ffff-ffff-8000-000000000000",
        "80000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff");
  }

  private static EdmBinary binary(String hex) {
    return new EdmBinary(HexFormat.of().parseHex(hex));
  }

  @SafeVarargs
  private static <T> List<EdmValue> list(Function<T, EdmValue> asValue, T... values) {
    var list = new ArrayList<EdmValue>();
    for (var value : values) {
      list.add(asValue.apply(value));
    }
    return List.copyOf(list);
  }
}
