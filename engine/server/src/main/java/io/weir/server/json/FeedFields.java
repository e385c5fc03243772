package io.weir.server.json;

import io.weir.api.FeedItem;
import io.weir.api.TableName;
import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Writes items of a change feed as objects with one member, which names the kind. Used by one
 * thread.
 *
 * <pre>
 * {"$change":{"table":"Rain","group":3,"timestamp":"..","cause":"write","batch":"1234","token":"TOKEN",
 *     "PartitionKey":"p","RowKey":"r",
 *     "after":{..},                                                 the entity as a query has it; null when it was removed
 *     "before":{..}}}                                               likewise; null when nothing was stored; no member when that is not known
 * {"$rangeRemoved":{"table":"Rain","group":3,"timestamp":"..","from":"cAA=","to":"cAE=","token":"TOKEN"}}
 * {"$tableDropped":{"table":"Rain","timestamp":"..","token":"TOKEN"}}
 * {"$checkpoint":{"token":"TOKEN"}}
 * </pre>
 *
 * <p>The bounds of a range are base64 of encoded keys: PartitionKey in UTF-8, a zero byte, RowKey;
 * compared by unsigned bytes.
 */
final class FeedFields implements FeedItem.Handler<JsonGenerator> {

  private final JsonGenerator json;
  private final EntityFields entities;

  FeedFields(JsonGenerator json) {
    this.json = json;
    this.entities = new EntityFields(json, MetadataLevel.MINIMAL, Selection.ALL, null);
  }

  /** Writes an item as an object. */
  void write(FeedItem item) {
    json.writeStartObject();
    item.dispatch(this).writeEndObject();
  }

  @Override
  public JsonGenerator change(FeedItem.Change item) {
    begin("$change", item.table(), item.timestamp());
    json.writeNumberProperty("group", item.partitionGroup());
    json.writeStringProperty("cause", item.cause().name().toLowerCase(Locale.ROOT));
    json.writeStringProperty("batch", Long.toString(item.batch()));
    json.writeStringProperty("token", item.token().text());
    json.writeStringProperty("PartitionKey", item.key().partitionKey());
    json.writeStringProperty("RowKey", item.key().rowKey());
    entity("after", item.after());
    if (item.before().isKnown()) {
      entity("before", item.before().entity());
    }
    return json.writeEndObject();
  }

  private void entity(String name, Optional<Entity> entity) {
    json.writeName(name);
    entity.ifPresentOrElse(
        each -> {
          json.writeStartObject();
          entities.write(each);
          json.writeEndObject();
        },
        json::writeNull);
  }

  @Override
  public JsonGenerator rangeRemoved(FeedItem.RangeRemoved item) {
    begin("$rangeRemoved", item.table(), item.timestamp());
    json.writeNumberProperty("group", item.partitionGroup());
    json.writeStringProperty("from", base64(item.from()));
    json.writeStringProperty("to", base64(item.to()));
    json.writeStringProperty("token", item.token().text());
    return json.writeEndObject();
  }

  @Override
  public JsonGenerator tableDropped(FeedItem.TableDropped item) {
    begin("$tableDropped", item.table(), item.timestamp());
    json.writeStringProperty("token", item.token().text());
    return json.writeEndObject();
  }

  @Override
  public JsonGenerator checkpoint(FeedItem.Checkpoint item) {
    json.writeObjectPropertyStart("$checkpoint");
    json.writeStringProperty("token", item.token().text());
    return json.writeEndObject();
  }

  private void begin(String kind, TableName table, EdmDateTime timestamp) {
    json.writeObjectPropertyStart(kind);
    json.writeStringProperty("table", table.value());
    json.writeStringProperty("timestamp", timestamp.toString());
  }

  private static String base64(EdmBinary bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
