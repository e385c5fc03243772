package io.weir.engine.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.PropertyCursor;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import io.weir.engine.query.Predicate;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The encoded values of the entities that an index covers. It reads stored forms in place. Belongs
 * to one thread at a time.
 */
final class CoveredValues {

  private enum Source {
    PARTITION_KEY,
    ROW_KEY,
    TIMESTAMP,
    STORED
  }

  private static final class Property {

    private final Source source;
    private final byte[] name;
    private final boolean descending;

    Property(SortProperty property) {
      source = switch (property.name()) {
        case "PartitionKey" -> Source.PARTITION_KEY;
        case "RowKey" -> Source.ROW_KEY;
        case "Timestamp" -> Source.TIMESTAMP;
        default -> Source.STORED;
      };
      name = property.name().getBytes(UTF_8);
      descending = property.descending();
    }
  }

  private static final int TIMESTAMP_BYTES = 8;

  private final List<Property> properties;
  private final boolean sparse;
  private final @Nullable Predicate where;
  private final int textLimit;
  private final PropertyCursor cursor = new PropertyCursor(new byte[0], 0, 0);
  private final PropertyCursor other = new PropertyCursor(new byte[0], 0, 0);

  /**
   * Prepares the computation.
   *
   * @param textLimit most bytes of a text or binary value; the rest is cut off
   */
  CoveredValues(IndexDefinition definition, int textLimit) {
    this.properties = definition.properties().stream().map(Property::new).toList();
    this.sparse = definition.sparse();
    this.where = definition.where().equals(Filter.ALL) ? null : Predicate.of(definition.where());
    this.textLimit = textLimit;
  }

  /** Returns the values of an entity, one after another; null when the index does not cover it. */
  byte @Nullable [] of(byte[] treeKey, byte[] stored) {
    if (!isSelected(treeKey, stored)) {
      return null;
    }
    var values = new ByteArrayOutputStream(64);
    for (var property : properties) {
      var value = valueOf(property, treeKey, stored);
      if (value == null && sparse) {
        return null;
      }
      values.writeBytes(ValueCode.encode(value, property.descending, textLimit));
    }
    return values.toByteArray();
  }

  /**
   * Whether two forms of an entity surely have the same values, or are both not covered. Encodes
   * nothing, so it is much cheaper than a comparison of {@link #of}. It answers false for equal
   * values of different types.
   */
  boolean areSame(byte[] treeKey, byte[] before, byte[] after) {
    for (var property : properties) {
      if (!isSame(property, before, after)) {
        return false;
      }
    }
    return where == null || isSelected(treeKey, before) == isSelected(treeKey, after);
  }

  private boolean isSelected(byte[] treeKey, byte[] stored) {
    var keyBytes = treeKey.length - TreeKeys.TABLE_BYTES;
    return where == null
        || where.test(treeKey, TreeKeys.TABLE_BYTES, keyBytes, stored, 0, stored.length);
  }

  private @Nullable EdmValue valueOf(Property property, byte[] treeKey, byte[] stored) {
    return switch (property.source) {
      case PARTITION_KEY -> new EdmString(keyOf(treeKey).partitionKey());
      case ROW_KEY -> new EdmString(keyOf(treeKey).rowKey());
      case TIMESTAMP -> new EdmDateTime(StoredEntity.timestamp(stored));
      case STORED -> find(cursor, property, stored) ? cursor.value() : null;
    };
  }

  private static EntityKey keyOf(byte[] treeKey) {
    return EntityKey.decode(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }

  private boolean isSame(Property property, byte[] before, byte[] after) {
    return switch (property.source) {
      case PARTITION_KEY, ROW_KEY -> true;
      case TIMESTAMP -> StoredEntity.timestamp(before) == StoredEntity.timestamp(after);
      case STORED -> {
        var isThere = find(cursor, property, before);
        yield isThere == find(other, property, after) && (!isThere || haveSameValue());
      }
    };
  }

  private boolean haveSameValue() {
    return cursor.type() == other.type()
        && Arrays.equals(
            cursor.bytes(),
            cursor.valueOffset(),
            cursor.endOffset(),
            other.bytes(),
            other.valueOffset(),
            other.endOffset());
  }

  private static boolean find(PropertyCursor cursor, Property property, byte[] stored) {
    cursor.reset(stored, TIMESTAMP_BYTES, stored.length);
    return cursor.seek(property.name);
  }
}
