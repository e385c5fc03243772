package io.weir.api.json;

import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.io.ByteArrayOutputStream;
import java.util.Map;

/** The request body of a write: an entity as JSON. Any thread. */
public final class EntityBody {

  private static final int ANNOTATIONS_BYTES = 256;

  private EntityBody() {}

  /**
   * Returns keys and properties as JSON, with type annotations also for Doubles. Version and
   * Timestamp are left out, because the service sets them.
   */
  public static byte[] write(Entity entity) {
    var out = new ByteArrayOutputStream(entity.encoded().length * 5 / 4 + ANNOTATIONS_BYTES);
    write(entity, Map.of(), out);
    return out.toByteArray();
  }

  /** Writes keys, properties, and then other members, whose values are strings. */
  static void write(Entity entity, Map<String, String> members, ByteArrayOutputStream out) {
    try (var json = Json.generator(out)) {
      json.writeStartObject();
      json.writeStringProperty("PartitionKey", entity.partitionKey());
      json.writeStringProperty("RowKey", entity.rowKey());
      new PropertyFields(json, Selection.ALL, TypeAnnotations.WITH_DOUBLES).write(entity);
      members.forEach(json::writeStringProperty);
      json.writeEndObject();
    }
  }
}
