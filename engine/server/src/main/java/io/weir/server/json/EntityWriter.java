package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.List;

/**
 * Writes entities as the protocol's JSON, at one of three metadata levels.
 *
 * <p>Any thread. The caller owns the returned buffers.
 */
public final class EntityWriter {

  private static final int ANNOTATIONS_BYTES = 256;

  private final TableAddress table;
  private final MetadataLevel level;
  private final Selection selection;

  /**
   * Creates a writer for the entities of one table.
   *
   * @param selection the properties to write; applies to system properties too
   */
  public EntityWriter(TableAddress table, MetadataLevel level, Selection selection) {
    this.table = table;
    this.level = level;
    this.selection = selection;
  }

  /** Returns the JSON of one stored entity. */
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

  /** Returns the JSON of a page: {@code {"odata.metadata":..,"value":[..]}}. */
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

  /** Returns an estimated length in bytes. It is large enough for most entities, so the buffer seldom grows. */
  private static int estimate(Entity entity) {
    return entity.encoded().length * 5 / 4 + ANNOTATIONS_BYTES;
  }
}
