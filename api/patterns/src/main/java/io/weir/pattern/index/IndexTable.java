package io.weir.pattern.index;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of an index table: by which value it finds entities, and which of their
 * properties it repeats.
 *
 * <p>A row of the table has the value as PartitionKey and {@code PARTITIONKEY!ROWKEY} of its entity
 * as RowKey, so several entities may have one value. An entity without a value has no row. Any
 * thread.
 */
public final class IndexTable {

  private final TableName table;
  private final Function<Entity, Optional<String>> value;

  /** The properties to repeat; null for none. */
  private final @Nullable Selection included;

  private IndexTable(
      TableName table, Function<Entity, Optional<String>> value, @Nullable Selection included) {
    this.table = table;
    this.value = value;
    this.included = included;
  }

  /** Returns an index by a string property, with keys only. The table exists. */
  public static IndexTable by(TableName table, String property) {
    return by(table, entity -> entity.getString(property));
  }

  /**
   * Returns an index by a value that is computed from an entity, such as a {@link CompoundKey} of
   * several properties, with keys only. The value is a valid PartitionKey, and always the same for
   * the same properties.
   */
  public static IndexTable by(TableName table, Function<Entity, Optional<String>> value) {
    return new IndexTable(table, value, null);
  }

  /** Returns this index with some properties of the entities. */
  public IndexTable including(String... properties) {
    return new IndexTable(table, value, Selection.of(properties));
  }

  /** Returns this index with full copies of the entities. */
  public IndexTable includingAll() {
    return new IndexTable(table, value, Selection.ALL);
  }

  TableName table() {
    return table;
  }

  /** Returns the row of an entity. Empty if it has no value. */
  Optional<Entity> row(Entity entity) {
    return value.apply(entity).map(text -> {
      var row = new EntityBuilder().key(new EntityKey(text, rowKey(entity.key())));
      if (included != null) {
        entity.select(included).toMap().forEach(row::set);
      }
      return row.build();
    });
  }

  /** Returns whether the entity has a row of this key. */
  boolean hasRow(Entity entity, EntityKey row) {
    return value.apply(entity).filter(row.partitionKey()::equals).isPresent()
        && rowKey(entity.key()).equals(row.rowKey());
  }

  /** Returns the key of the entity that a row belongs to. */
  static EntityKey entityOf(Entity row) {
    var parts = CompoundKeyReader.of(row.rowKey());
    return new EntityKey(parts.text(), parts.text());
  }

  private static String rowKey(EntityKey key) {
    return CompoundKey.of(key.partitionKey()).then(key.rowKey()).text();
  }
}
