package io.weir.api.contract;

import io.weir.api.StreamItem;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Entities for scenarios, and their short names: {@code TX/17} is the entity of PartitionKey TX and
 * RowKey 17.
 */
final class Entities {

  /**
   * Bytes by which {@link #filled} brings an entity with two keys of one unit each to a size of 1
   * MiB.
   */
  static final int LARGEST_FILLING = Limits.ENTITY_BYTES - (4 + 2 * 2) - 16 * (8 + 2 * 2 + 4);

  private Entities() {}

  static EntityBuilder entity(String partitionKey, String rowKey) {
    return Entity.builder(partitionKey, rowKey);
  }

  static EntityKey key(String partitionKey, String rowKey) {
    return new EntityKey(partitionKey, rowKey);
  }

  /**
   * Returns entities of one partition with row keys of four digits, counting from 0. Each contains
   * its number.
   */
  static Stream<EntityBuilder> numbered(String partitionKey, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> entity(partitionKey, number(i)).set("Number", i));
  }

  static String number(int i) {
    return String.format("%04d", i);
  }

  /**
   * Returns an entity with this many bytes in binary properties. Their names are {@code prefix} and
   * a hexadecimal digit.
   */
  static EntityBuilder filled(String partitionKey, String rowKey, String prefix, int bytes) {
    var entity = entity(partitionKey, rowKey);
    for (var i = 0; bytes > 0; i++) {
      var value = new byte[Math.min(bytes, Limits.BINARY_BYTES)];
      Arrays.fill(value, (byte) (i + 1));
      entity.set(prefix + Integer.toHexString(i), value);
      bytes -= value.length;
    }
    return entity;
  }

  static List<String> keysOf(List<Entity> entities) {
    return entities.stream().map(Entities::keyOf).toList();
  }

  /** Returns the entities among the items. */
  static List<Entity> entitiesOf(List<StreamItem> items) {
    return items.stream()
        .filter(StreamItem.Row.class::isInstance)
        .map(item -> ((StreamItem.Row) item).entity())
        .toList();
  }

  /** Returns the row keys of the entities among the items. */
  static List<String> rowsOf(List<StreamItem> items) {
    return keysOf(entitiesOf(items));
  }

  static String keyOf(Entity entity) {
    return entity.partitionKey() + "/" + entity.rowKey();
  }
}
