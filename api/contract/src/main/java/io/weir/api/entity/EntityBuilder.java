package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A builder that writes properties straight into their encoded form and enforces every limit of
 * {@link Limits}.
 *
 * <p>Fails with {@code PropertyNameInvalid}, {@code PropertyNameTooLong},
 * {@code DuplicatePropertiesSpecified}, {@code PropertyValueTooLarge}, {@code TooManyProperties},
 * {@code InvalidInput} (an unpaired surrogate), {@code PropertiesNeedValue} (no key was set) or
 * {@code EntityTooLarge}. A builder must not be used after a failure.
 *
 * <p>Belongs to one thread.
 */
public final class EntityBuilder {

  /** deliberate: a list. Comparing lengths rejects most names faster than a look-up in a set. */
  private static final List<String> SYSTEM_PROPERTIES =
      List.of("PartitionKey", "RowKey", "Timestamp");

  private final EncodedProperties properties = new EncodedProperties();
  private final Set<String> names = new HashSet<>();
  private byte @Nullable [] key;
  private int keySize;
  private int count;
  private int size;

  /** Whether the name is PartitionKey, RowKey or Timestamp. These cannot be set as properties. */
  public static boolean isSystemProperty(String name) {
    return SYSTEM_PROPERTIES.contains(name);
  }

  static Stream<String> systemProperties() {
    return SYSTEM_PROPERTIES.stream();
  }

  /** Sets or replaces the key. */
  public EntityBuilder key(EntityKey value) {
    key = value.encoded();
    keySize = EntitySize.ofKeys(value.partitionKey().length(), value.rowKey().length());
    return this;
  }

  public EntityBuilder set(String name, String value) {
    if (value.length() > Limits.STRING_UNITS) {
      throw valueTooLarge(name, "units=" + value.length());
    }
    Text.requireWellFormed("property", name, value);
    begin(name, EdmType.STRING, EntitySize.ofString(value.length()));
    properties.bytes(value.getBytes(UTF_8));
    return this;
  }

  public EntityBuilder set(String name, int value) {
    begin(name, EdmType.INT32);
    properties.int32(value);
    return this;
  }

  public EntityBuilder set(String name, long value) {
    begin(name, EdmType.INT64);
    properties.int64(value);
    return this;
  }

  public EntityBuilder set(String name, double value) {
    begin(name, EdmType.DOUBLE);
    properties.int64(Double.doubleToLongBits(value));
    return this;
  }

  public EntityBuilder set(String name, boolean value) {
    begin(name, EdmType.BOOLEAN);
    properties.int8(value ? 1 : 0);
    return this;
  }

  public EntityBuilder set(String name, EdmDateTime value) {
    begin(name, EdmType.DATE_TIME);
    properties.int64(value.ticks());
    return this;
  }

  /**
   * Sets a DateTime, cut to 100 ns. Fails with {@code OutOfRangeInput} outside the years 1601 to
   * 9999.
   */
  public EntityBuilder set(String name, Instant value) {
    return set(name, EdmDateTime.of(value));
  }

  public EntityBuilder set(String name, UUID value) {
    begin(name, EdmType.GUID);
    properties.int64(value.getMostSignificantBits());
    properties.int64(value.getLeastSignificantBits());
    return this;
  }

  public EntityBuilder set(String name, byte[] value) {
    if (value.length > Limits.BINARY_BYTES) {
      throw valueTooLarge(name, "bytes=" + value.length);
    }
    begin(name, EdmType.BINARY, EntitySize.ofBinary(value.length));
    properties.bytes(value);
    return this;
  }

  /** Sets a value of any type. */
  public EntityBuilder set(String name, EdmValue value) {
    return value.dispatch(new SetByType(name));
  }

  /** Returns the finished entity. It has no Timestamp until it is stored. */
  public Entity build() {
    if (key == null) {
      throw new InvalidRequestException(
          ErrorCode.PROPERTIES_NEED_VALUE, "missing=PartitionKey,RowKey");
    }
    if (keySize + size > Limits.ENTITY_BYTES) {
      throw new InvalidRequestException(
          ErrorCode.ENTITY_TOO_LARGE, "size=" + (keySize + size) + " limit=" + Limits.ENTITY_BYTES);
    }
    var bytes = new byte[Entity.KEY_AT + key.length + Entity.TIMESTAMP_BYTES + properties.length()];
    BigEndian.putInt32(bytes, 0, key.length);
    System.arraycopy(key, 0, bytes, Entity.KEY_AT, key.length);
    properties.copyTo(bytes, Entity.KEY_AT + key.length + Entity.TIMESTAMP_BYTES);
    return Entity.ofTrusted(bytes);
  }

  private void begin(String name, EdmType type) {
    begin(name, type, EntitySize.ofFixed(type));
  }

  private void begin(String name, EdmType type, int valueSize) {
    PropertyName.requireValid(name);
    if (isSystemProperty(name)) {
      throw new InvalidRequestException(ErrorCode.PROPERTY_NAME_INVALID, "systemProperty=" + name);
    }
    if (!names.add(name)) {
      throw new InvalidRequestException(ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED, "name=" + name);
    }
    if (++count > Limits.PROPERTIES) {
      throw new InvalidRequestException(
          ErrorCode.TOO_MANY_PROPERTIES, "limit=" + Limits.PROPERTIES);
    }
    size += EntitySize.ofProperty(name.length(), valueSize);
    if (size > Limits.ENTITY_BYTES) {
      throw new InvalidRequestException(ErrorCode.ENTITY_TOO_LARGE, "limit=" + Limits.ENTITY_BYTES);
    }
    properties.begin(name.getBytes(UTF_8), type);
  }

  private static InvalidRequestException valueTooLarge(String name, String facts) {
    return new InvalidRequestException(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE, "name=" + Text.shown(name) + " " + facts);
  }

  private final class SetByType implements EdmValue.Handler<EntityBuilder> {

    private final String name;

    SetByType(String name) {
      this.name = name;
    }

    @Override
    public EntityBuilder string(EdmString value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder int32(EdmInt32 value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder int64(EdmInt64 value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder float64(EdmDouble value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder bool(EdmBoolean value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder dateTime(EdmDateTime value) {
      return set(name, value);
    }

    @Override
    public EntityBuilder guid(EdmGuid value) {
      return set(name, value.value());
    }

    @Override
    public EntityBuilder binary(EdmBinary value) {
      return set(name, value.toByteArray());
    }
  }
}
