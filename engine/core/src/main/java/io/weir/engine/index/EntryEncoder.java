package io.weir.engine.index;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.engine.partition.StoredEntity;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.query.Predicate;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** Computes the entry of an entity in an index. Belongs to one thread at a time. */
public final class EntryEncoder {

  private final TableIndex index;
  private final @Nullable Predicate where;
  private final int textLimit;

  /** Prepares the computation of an index's entries. */
  public EntryEncoder(TableIndex index) {
    this.index = index;
    var filter = index.definition().where();
    this.where = filter.equals(Filter.ALL) ? null : Predicate.of(filter);
    this.textLimit = ValueCode.textLimit(index.definition().properties().size());
  }

  /** Returns the index. */
  public TableIndex index() {
    return index;
  }

  /**
   * Returns the key of an entity's entry; null when the index does not cover the entity.
   *
   * @param treeKey the entity's key in the clustered index
   * @param group the partition group of the entity
   */
  public byte @Nullable [] entry(byte[] treeKey, byte[] stored, int group) {
    var keyBytes = treeKey.length - TreeKeys.TABLE_BYTES;
    if (where != null
        && !where.test(treeKey, TreeKeys.TABLE_BYTES, keyBytes, stored, 0, stored.length)) {
      return null;
    }
    var values = values(StoredEntity.of(treeKey, stored));
    return values == null
        ? null
        : IndexKeys.entry(index.id(), values, TreeKeys.entityKey(treeKey), group);
  }

  private byte @Nullable [] values(Entity entity) {
    var values = new ByteArrayOutputStream(64);
    for (var property : index.definition().properties()) {
      var value = valueOf(entity, property.name());
      if (value == null && !index.definition().withMissing()) {
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
