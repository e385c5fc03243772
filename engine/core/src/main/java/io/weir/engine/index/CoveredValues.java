package io.weir.engine.index;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.engine.partition.StoredEntity;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.query.Predicate;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** The encoded values of the entities that an index covers. Belongs to one thread at a time. */
final class CoveredValues {

  private final IndexDefinition definition;
  private final @Nullable Predicate where;
  private final int textLimit;

  /**
   * Prepares the computation.
   *
   * @param textLimit most bytes of a text or binary value; the rest is cut off
   */
  CoveredValues(IndexDefinition definition, int textLimit) {
    this.definition = definition;
    this.where = definition.where().equals(Filter.ALL) ? null : Predicate.of(definition.where());
    this.textLimit = textLimit;
  }

  /** Returns the values of an entity, one after another; null when the index does not cover it. */
  byte @Nullable [] of(byte[] treeKey, byte[] stored) {
    var keyBytes = treeKey.length - TreeKeys.TABLE_BYTES;
    if (where != null
        && !where.test(treeKey, TreeKeys.TABLE_BYTES, keyBytes, stored, 0, stored.length)) {
      return null;
    }
    var entity = StoredEntity.of(treeKey, stored);
    var values = new ByteArrayOutputStream(64);
    for (var property : definition.properties()) {
      var value = valueOf(entity, property.name());
      if (value == null && !definition.withMissing()) {
        return null;
      }
      values.writeBytes(ValueCode.encode(value, property.descending(), textLimit));
    }
    return values.toByteArray();
  }

  private static @Nullable EdmValue valueOf(Entity entity, String property) {
    return switch (property) {
      case "PartitionKey" -> new EdmString(entity.partitionKey());
      case "RowKey" -> new EdmString(entity.rowKey());
      case "Timestamp" -> new EdmDateTime(entity.timestampTicks());
      default -> entity.get(property).orElse(null);
    };
  }
}
