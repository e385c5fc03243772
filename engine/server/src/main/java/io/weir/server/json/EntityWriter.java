package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.List;

/**
 * Writes entities as the protocol's JSON, in one of its three levels.
 *
 * <p>Any thread. The buffers that are answered belong to the caller.
 */
public final class EntityWriter {

  private static final int ANNOTATIONS_BYTES = 256;

  private final TableAddress table;
  private final MetadataLevel level;
  private final Selection selection;

  /**
   * A writer of one table's entities.
   *
   * @param selection which properties are written, the system ones included
   */
  public EntityWriter(TableAddress table, MetadataLevel level, Selection selection) {
    this.table = table;
    this.level = level;
    this.selection = selection;
  }

  /** One entity, stored before. */
  public ByteBuf one(Entity entity, ByteBufAllocator allocator) {
    var out = allocator.buffer(estimate(entity) + ANNOTATIONS_BYTES);
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", metadata() + "/@Element");
      }
      new EntityFields(json, level, selection, new EntityLinks(table)).write(entity);
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return out;
  }

  /** A page of entities: {@code {"odata.metadata":..,"value":[..]}}. */
  public ByteBuf list(List<Entity> entities, ByteBufAllocator allocator) {
    var out = allocator.buffer(
        ANNOTATIONS_BYTES + entities.stream().mapToInt(EntityWriter::estimate).sum());
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      if (level != MetadataLevel.NONE) {
        json.writeStringProperty("odata.metadata", metadata());
      }
      json.writeArrayPropertyStart("value");
      var fields = new EntityFields(json, level, selection, new EntityLinks(table));
      for (var entity : entities) {
        json.writeStartObject();
        fields.write(entity);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (RuntimeException e) {
      out.release();
      throw e;
    }
    return out;
  }

  private String metadata() {
    return table.accountUrl() + "/$metadata#" + table.table();
  }

  /** About as much as it takes, so that the buffer seldom has to grow. */
  private static int estimate(Entity entity) {
    return entity.encoded().length * 5 / 4 + ANNOTATIONS_BYTES;
  }
}
