package io.weir.pattern.typed;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import io.weir.pattern.key.KeyPart;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.BeanProperty;

/** The attributes of a key annotation. */
record KeyForm(int order, int digits, boolean newestFirst) {

  static Optional<KeyForm> ofPartitionKey(BeanProperty property) {
    return Optional.ofNullable(property.getAnnotation(PartitionKey.class))
        .map(key -> new KeyForm(key.order(), key.digits(), key.newestFirst()));
  }

  static Optional<KeyForm> ofRowKey(BeanProperty property) {
    return Optional.ofNullable(property.getAnnotation(RowKey.class))
        .map(key -> new KeyForm(key.order(), key.digits(), key.newestFirst()));
  }

  /**
   * Returns the part for values of a type. Fails with {@link IllegalArgumentException} if the type
   * cannot be part of a key.
   */
  KeyPart<EdmValue> part(EdmType type) {
    if (digits > 0 && type != EdmType.INT32 && type != EdmType.INT64
        || newestFirst && type != EdmType.DATE_TIME) {
      throw new IllegalArgumentException(
          "Only whole numbers have digits; only times are newestFirst. type=" + type.odataName());
    }
    return switch (type) {
      case STRING -> of(KeyPart.TEXT, EdmString.class, EdmString::value, EdmString::new);
      case INT32 ->
        digits > 0
            ? of(
                KeyPart.digits(digits),
                EdmInt32.class,
                number -> (long) number.value(),
                number -> new EdmInt32(Math.toIntExact(number)))
            : of(KeyPart.INT32, EdmInt32.class, EdmInt32::value, EdmInt32::new);
      case INT64 ->
        of(
            digits > 0 ? KeyPart.digits(digits) : KeyPart.INT64,
            EdmInt64.class,
            EdmInt64::value,
            EdmInt64::new);
      case GUID -> of(KeyPart.GUID, EdmGuid.class, EdmGuid::value, EdmGuid::new);
      case DATE_TIME ->
        of(
            newestFirst ? KeyPart.NEWEST_FIRST : KeyPart.OLDEST_FIRST,
            EdmDateTime.class,
            EdmDateTime::toInstant,
            EdmDateTime::of);
      case BOOLEAN, DOUBLE, BINARY ->
        throw new IllegalArgumentException(
            "A key consists of text, whole numbers, UUIDs and times. type=" + type.odataName());
    };
  }

  private static <T, V extends EdmValue> KeyPart<EdmValue> of(
      KeyPart<T> part, Class<V> type, Function<V, T> unwrap, Function<T, V> wrap) {
    return new KeyPart<>() {
      @Override
      public String write(EdmValue value) {
        return part.write(unwrap.apply(type.cast(value)));
      }

      @Override
      public EdmValue read(String text) {
        return wrap.apply(part.read(text));
      }
    };
  }
}
