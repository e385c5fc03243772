package io.weir.server.json;

import io.weir.api.entity.Entity;
import tools.jackson.core.JsonGenerator;

/**
 * Writes the members that only the full level contains: {@code odata.type}, {@code odata.id},
 * {@code odata.editLink}.
 */
final class EntityLinks {

  private final TableAddress table;

  EntityLinks(TableAddress table) {
    this.table = table;
  }

  void writeTypeAndId(JsonGenerator json, Entity entity) {
    json.writeStringProperty("odata.type", table.account() + "." + table.table());
    json.writeStringProperty("odata.id", table.accountUrl() + "/" + editLink(entity));
  }

  void writeEditLink(JsonGenerator json, Entity entity) {
    json.writeStringProperty("odata.editLink", editLink(entity));
  }

  private String editLink(Entity entity) {
    return EntityPath.of(table.table(), entity.key());
  }
}
