package io.weir.server.json;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.PropertyCursor;
import io.weir.api.entity.Selection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * Writes the members of entities: annotations, keys, Timestamp, then the properties in their order, each type annotation just before
 * its property.
 *
 * <p>Text is copied from the encoded entity as it stands; no string is made of it. Belongs to one call.
 */
final class EntityFields {

  private static final SerializableString ETAG = new SerializedString("odata.etag");
  private static final SerializableString PARTITION_KEY = new SerializedString("PartitionKey");
  private static final SerializableString ROW_KEY = new SerializedString("RowKey");
  private static final SerializableString TIMESTAMP = new SerializedString("Timestamp");
  private static final SerializableString TIMESTAMP_TYPE =
      new SerializedString("Timestamp@odata.type");
  private static final String ETAG_BEFORE = "W/\"datetime'";
  private static final String ETAG_AFTER = "'\"";

  private final JsonGenerator json;
  private final MetadataLevel level;
  private final Selection selection;
  private final @Nullable EntityLinks links;
  private final PropertyNames names = new PropertyNames();
  private final byte[] moment = new byte[TickText.LONGEST];
  private int momentLength;

  /**
   * A writer of many entities' members, one after another.
   *
   * @param links written at the full level; may be left out at others
   */
  EntityFields(
      JsonGenerator json, MetadataLevel level, Selection selection, @Nullable EntityLinks links) {
    this.json = json;
    this.level = level;
    this.selection = selection;
    this.links = links;
  }

  /** Writes the members; the object around them is the caller's. */
  void write(Entity entity) {
    momentLength = TickText.write(entity.timestampTicks(), moment, 0);
    annotations(entity);
    system(entity);
    for (var property = entity.properties(); property.next(); ) {
      property(property);
    }
  }

  private void annotations(Entity entity) {
    if (links != null && level == MetadataLevel.FULL) {
      links.writeTypeAndId(json, entity);
    }
    if (level != MetadataLevel.NONE) {
      json.writeName(ETAG);
      json.writeString(etag());
    }
    if (links != null && level == MetadataLevel.FULL) {
      links.writeEditLink(json, entity);
    }
  }

  private void system(Entity entity) {
    if (selection.includes("PartitionKey")) {
      json.writeName(PARTITION_KEY);
      json.writeString(entity.partitionKey());
    }
    if (selection.includes("RowKey")) {
      json.writeName(ROW_KEY);
      json.writeString(entity.rowKey());
    }
    if (selection.includes("Timestamp")) {
      if (level == MetadataLevel.FULL) {
        json.writeName(TIMESTAMP_TYPE);
        json.writeString(EdmType.DATE_TIME.odataName());
      }
      json.writeName(TIMESTAMP);
      json.writeRawUTF8String(moment, 0, momentLength);
    }
  }

  private void property(PropertyCursor property) {
    var name = names.of(property);
    if (!selection.includes(name.plain.getValue())) {
      return;
    }
    if (level != MetadataLevel.NONE && needsAnnotation(property)) {
      json.writeName(name.annotation);
      json.writeString(property.type().odataName());
    }
    json.writeName(name.plain);
    value(property);
  }

  private static boolean needsAnnotation(PropertyCursor property) {
    return switch (property.type()) {
      case STRING, INT32, BOOLEAN -> false;
      case INT64, DATE_TIME, GUID, BINARY -> true;
      case DOUBLE -> !Double.isFinite(property.float64());
    };
  }

  private void value(PropertyCursor property) {
    switch (property.type()) {
      case STRING ->
        json.writeUTF8String(property.bytes(), property.valueOffset(), property.valueLengthBytes());
      case INT32 -> json.writeNumber(property.int32());
      case INT64 -> json.writeString(Long.toString(property.int64()));
      case DOUBLE -> json.writeNumber(property.float64());
      case BOOLEAN -> json.writeBoolean(property.bool());
      case DATE_TIME -> {
        var length = TickText.write(property.int64(), moment, 0);
        json.writeRawUTF8String(moment, 0, length);
      }
      case GUID -> json.writeString(property.guid().toString());
      case BINARY ->
        json.writeBinary(property.bytes(), property.valueOffset(), property.valueLengthBytes());
    }
  }

  /** Of the moment at hand. */
  private String etag() {
    var text = new StringBuilder(ETAG_BEFORE.length() + TickText.LONGEST + 4 + ETAG_AFTER.length());
    text.append(ETAG_BEFORE);
    for (var i = 0; i < momentLength; i++) {
      if (moment[i] == ':') {
        text.append("%3A");
      } else {
        text.append((char) moment[i]);
      }
    }
    return text.append(ETAG_AFTER).toString();
  }
}
