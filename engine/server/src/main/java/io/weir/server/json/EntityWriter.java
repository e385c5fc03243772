package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/**
 * Writes entities as the protocol's JSON, at one of three metadata levels.
 *
 * <p>Any thread. The caller owns the returned buffers.
 */
public final class EntityWriter {

  private static final int ANNOTATIONS_BYTES = 256;

  /** The value of {@link #count} when a page has no count. */
  private static final long NO_COUNT = -1;

  private final JsonItems<Entity> items;
  private final long count;

  /**
   * Creates a writer for the entities of one table. A selected property that an entity lacks is
   * null.
   *
   * @param selection the properties to write; applies to system properties too
   */
  public EntityWriter(TableAddress table, MetadataLevel level, Selection selection) {
    this(
        new JsonItems<>(
            level,
            metadata(table),
            json -> writing(
                json, new EntityFields(json, level, selection, new EntityLinks(table)), selection)),
        NO_COUNT);
  }

  /**
   * Creates a writer for the groups of an aggregation, which have neither a version nor an address.
   * A value that a group lacks is null.
   */
  public static EntityWriter ofGroups(
      TableAddress table, MetadataLevel level, Aggregation aggregation) {
    var selection = Selection.of(aggregation.names());
    var nulls = new SelectedNulls(selection);
    return new EntityWriter(
        new JsonItems<>(level, metadata(table), json -> {
          var fields = new EntityFields(json, level, selection, null);
          return group -> {
            fields.writeValues(group);
            nulls.write(json, group);
          };
        }),
        NO_COUNT);
  }

  private static String metadata(TableAddress table) {
    return table.accountUrl() + "/$metadata#" + table.table();
  }

  private static Consumer<Entity> writing(
      JsonGenerator json, EntityFields fields, Selection selection) {
    var nulls = new SelectedNulls(selection);
    return entity -> {
      fields.write(entity);
      nulls.write(json, entity);
    };
  }

  private EntityWriter(JsonItems<Entity> items, long count) {
    this.items = items;
    this.count = count;
  }

  /**
   * Returns a writer whose pages say how many entities match in all: {@code "odata.count":"123"}.
   */
  public EntityWriter withCount(long number) {
    return new EntityWriter(items, number);
  }

  /** Returns the JSON of one stored entity. */
  public ByteBuf one(Entity entity, ByteBufAllocator allocator) {
    return items.one(entity, allocator.buffer(estimate(entity) + ANNOTATIONS_BYTES));
  }

  /** Returns the JSON of a page: {@code {"odata.metadata":..,"value":[..]}}. */
  public ByteBuf list(List<Entity> entities, ByteBufAllocator allocator) {
    var bytes =
        ANNOTATIONS_BYTES + entities.stream().mapToInt(EntityWriter::estimate).sum();
    return items.list(entities, count, LongBuffer.allocate(allocator, bytes));
  }

  /**
   * Returns the JSON of entities of several tables: {@code {"value":[{..},null]}}. An absent entity
   * is null.
   */
  public static ByteBuf several(
      List<AddressedEntity> entities, MetadataLevel level, ByteBufAllocator allocator) {
    var bytes = entities.stream()
        .map(AddressedEntity::entity)
        .mapToInt(entity -> entity == null ? 8 : estimate(entity))
        .sum();
    var out = LongBuffer.allocate(allocator, ANNOTATIONS_BYTES + bytes);
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeArrayPropertyStart("value");
      for (var each : entities) {
        var entity = each.entity();
        if (entity == null) {
          json.writeNull();
          continue;
        }
        json.writeStartObject();
        new EntityFields(json, level, Selection.ALL, new EntityLinks(each.table())).write(entity);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return LongBuffer.trim(out);
  }

  /**
   * Returns an estimated length in bytes. It is large enough for most entities, so the buffer
   * seldom grows.
   */
  private static int estimate(Entity entity) {
    return entity.encoded().length * 5 / 4 + ANNOTATIONS_BYTES;
  }
}
