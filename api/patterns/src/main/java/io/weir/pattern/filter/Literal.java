package io.weir.pattern.filter;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Converts a Java value to a literal, by its class. Any thread. */
final class Literal {

  private static final Map<Class<?>, Function<Object, EdmValue>> BY_CLASS = Map.ofEntries(
      entry(String.class, EdmString::new),
      entry(Byte.class, number -> new EdmInt32(number)),
      entry(Short.class, number -> new EdmInt32(number)),
      entry(Integer.class, EdmInt32::new),
      entry(Long.class, EdmInt64::new),
      entry(Float.class, number -> new EdmDouble(number)),
      entry(Double.class, EdmDouble::new),
      entry(Boolean.class, EdmBoolean::new),
      entry(UUID.class, EdmGuid::new),
      entry(Instant.class, EdmDateTime::of),
      entry(OffsetDateTime.class, moment -> EdmDateTime.of(moment.toInstant())),
      entry(byte[].class, EdmBinary::new));

  private Literal() {}

  static EdmValue of(Object value) {
    if (value instanceof EdmValue literal) {
      return literal;
    }
    if (value instanceof Enum<?> constant) {
      return new EdmString(constant.name());
    }
    return Optional.ofNullable(BY_CLASS.get(value.getClass()))
        .orElseThrow(() -> new IllegalArgumentException(
            "A property cannot be compared with this type; use an Edm type. type="
                + value.getClass().getName()))
        .apply(value);
  }

  private static <T> Map.Entry<Class<?>, Function<Object, EdmValue>> entry(
      Class<T> type, Function<T, EdmValue> literal) {
    return Map.entry(type, value -> literal.apply(type.cast(value)));
  }
}
