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
import io.weir.api.edm.EdmValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * An entity: keys, version and properties in one immutable array of bytes.
 *
 * <pre>
 * offset   bytes  meaning
 * 0        4      length k of the key in bytes, big-endian
 * 4        k      PartitionKey, 0x00, RowKey: see {@link EntityKey#encoded()}
 * 4 + k    8      Timestamp in ticks, big-endian; 0 while the entity was never stored: see {@link EdmDateTime}
 * 12 + k   rest   properties: see {@link PropertyCursor}
 * </pre>
 *
 * <p>The stored form of an entity is the part from offset {@code 4 + k} on: {@link #storedForm}.
 *
 * <p>Any thread. Two entities are equal when their bytes are, so the order of properties counts.
 */
public final class Entity {

  static final int KEY_AT = 4;
  static final int TIMESTAMP_BYTES = 8;

  private final byte[] bytes;
  private final int keyBytes;

  private Entity(byte[] bytes) {
    this.bytes = bytes;
    this.keyBytes = BigEndian.int32(bytes, 0);
  }

  /** Returns a builder of an entity with these keys. Fails as {@link EntityKey} does. */
  public static EntityBuilder builder(String partitionKey, String rowKey) {
    return new EntityBuilder().key(new EntityKey(partitionKey, rowKey));
  }

  /**
   * Wraps bytes that this class encoded. Takes ownership of them and checks nothing.
   *
   * <p>For storage that protects its bytes itself. Use {@link #decode} for bytes from any other
   * source.
   */
  public static Entity ofTrusted(byte[] bytes) {
    return new Entity(bytes);
  }

  /**
   * Wraps bytes that a service checked when it stored them and then sent over a network. Takes
   * ownership of them.
   *
   * <p>It only checks that the bytes can be walked: reading such an entity ends and stays within
   * its bytes, whatever they contain. This is cheaper than {@link #decode}. An entity that is to be
   * stored again must pass {@link #decode}. Fails with {@code InvalidInput}.
   */
  public static Entity ofShaped(byte[] bytes) {
    EntityShape.require(bytes);
    return new Entity(bytes);
  }

  /**
   * Wraps bytes from an untrusted source. Takes ownership of them and checks every rule that
   * {@link EntityBuilder} enforces.
   *
   * <p>Keeps the order of properties. Fails with {@code InvalidInput} when the bytes have another
   * layout, and as {@link EntityBuilder} does.
   */
  public static Entity decode(byte[] untrusted) {
    return EntityDecoder.decode(untrusted);
  }

  /**
   * Returns the whole encoded form. The caller must not modify the array, because the entity still
   * uses it.
   */
  public byte[] encoded() {
    return bytes;
  }

  /**
   * Returns a new array of what storage keeps besides the key: the Timestamp, set to {@code ticks},
   * and the properties.
   */
  public byte[] storedForm(long ticks) {
    var stored = Arrays.copyOfRange(bytes, KEY_AT + keyBytes, bytes.length);
    BigEndian.putInt64(stored, 0, ticks);
    return stored;
  }

  public EntityKey key() {
    return EntityKey.decode(bytes, KEY_AT, keyBytes);
  }

  /**
   * Returns the length of the encoded key in bytes. The key begins at offset 4 of
   * {@link #encoded()}.
   */
  public int keyLengthBytes() {
    return keyBytes;
  }

  public String partitionKey() {
    return KeyText.decode(bytes, KEY_AT, separatorAt() - KEY_AT);
  }

  public String rowKey() {
    var rowKeyAt = separatorAt() + 1;
    return KeyText.decode(bytes, rowKeyAt, KEY_AT + keyBytes - rowKeyAt);
  }

  /**
   * Returns the Timestamp in ticks, see {@link EdmDateTime}; 0 when the entity was never stored.
   */
  public long timestampTicks() {
    return BigEndian.int64(bytes, KEY_AT + keyBytes);
  }

  /**
   * Returns the time at which the service wrote this version. Empty when the entity was never
   * stored.
   */
  public Optional<EdmDateTime> timestamp() {
    return timestampTicks() == 0
        ? Optional.empty()
        : Optional.of(new EdmDateTime(timestampTicks()));
  }

  /** Returns the tag of this version. Empty when the entity was never stored. */
  public Optional<ETag> etag() {
    return timestampTicks() == 0
        ? Optional.empty()
        : Optional.of(ETag.ofTimestamp(timestampTicks()));
  }

  /** Returns a cursor positioned before the first property. */
  public PropertyCursor properties() {
    return new PropertyCursor(bytes, propertiesAt(), bytes.length);
  }

  /**
   * Returns the value of the property with exactly this name. Empty when there is none. System
   * properties are not included.
   */
  public Optional<EdmValue> get(String name) {
    var cursor = properties();
    return cursor.seek(name.getBytes(UTF_8)) ? Optional.of(cursor.value()) : Optional.empty();
  }

  /**
   * Returns the text of a string property. Empty when the property is absent or has another type.
   * The other getters do the same for their types.
   */
  public Optional<String> getString(String name) {
    return get(name, EdmString.class).map(EdmString::value);
  }

  public Optional<Integer> getInt32(String name) {
    return get(name, EdmInt32.class).map(EdmInt32::value);
  }

  public Optional<Long> getInt64(String name) {
    return get(name, EdmInt64.class).map(EdmInt64::value);
  }

  public Optional<Double> getDouble(String name) {
    return get(name, EdmDouble.class).map(EdmDouble::value);
  }

  public Optional<Boolean> getBoolean(String name) {
    return get(name, EdmBoolean.class).map(EdmBoolean::value);
  }

  public Optional<EdmDateTime> getDateTime(String name) {
    return get(name, EdmDateTime.class);
  }

  public Optional<UUID> getGuid(String name) {
    return get(name, EdmGuid.class).map(EdmGuid::value);
  }

  public Optional<EdmBinary> getBinary(String name) {
    return get(name, EdmBinary.class);
  }

  /** Returns all properties in their order, decoded. */
  public Map<String, EdmValue> toMap() {
    var map = new LinkedHashMap<String, EdmValue>();
    for (var cursor = properties(); cursor.next(); ) {
      map.put(cursor.name(), cursor.value());
    }
    return Collections.unmodifiableMap(map);
  }

  /** Returns this entity as the version written at {@code ticks}. */
  public Entity withTimestamp(long ticks) {
    var stamped = bytes.clone();
    BigEndian.putInt64(stamped, KEY_AT + keyBytes, ticks);
    return new Entity(stamped);
  }

  /**
   * Returns this entity merged over a stored one of the same key. Properties of this entity replace
   * those of the same name. All other stored properties stay, and new properties are added at the
   * end.
   *
   * <p>Fails with {@code TooManyProperties} or {@code EntityTooLarge} when the result exceeds a
   * limit.
   */
  public Entity mergedOver(Entity base) {
    var merged = new PropertySplice(this, bytes.length + base.bytes.length);
    for (var old = base.properties(); old.next(); ) {
      var replacement = properties();
      merged.add(replacement.seekName(old) ? replacement : old);
    }
    for (var own = properties(); own.next(); ) {
      if (!base.properties().seekName(own)) {
        merged.add(own);
      }
    }
    return merged.isSurelyWithinLimits()
        ? merged.toEntity(0)
        : EntityDecoder.decode(merged.toEntity(0).bytes);
  }

  /** Returns an entity of the same key and version with the selected properties only. */
  public Entity select(Selection selection) {
    if (selection.isAll()) {
      return this;
    }
    var selected = new PropertySplice(this, bytes.length);
    for (var cursor = properties(); cursor.next(); ) {
      if (selection.includes(cursor)) {
        selected.add(cursor);
      }
    }
    return selected.toEntity(timestampTicks());
  }

  /** Returns an entity of the same key and version without the properties of these names. */
  public Entity without(Set<String> names) {
    var rest = new PropertySplice(this, bytes.length);
    for (var cursor = properties(); cursor.next(); ) {
      if (!names.contains(cursor.name())) {
        rest.add(cursor);
      }
    }
    return rest.toEntity(timestampTicks());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entity that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Entity[" + key() + ", timestamp="
        + timestamp().map(EdmDateTime::toString).orElse("none") + ", " + toMap() + "]";
  }

  private <T extends EdmValue> Optional<T> get(String name, Class<T> type) {
    return get(name).filter(type::isInstance).map(type::cast);
  }

  private int propertiesAt() {
    return KEY_AT + keyBytes + TIMESTAMP_BYTES;
  }

  private int separatorAt() {
    var at = KEY_AT;
    while (bytes[at] != EntityKey.SEPARATOR) {
      at++;
    }
    return at;
  }
}
