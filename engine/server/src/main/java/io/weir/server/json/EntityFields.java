package io.weir.server.json;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import io.weir.api.json.PropertyFields;
import io.weir.api.json.TickText;
import io.weir.api.json.TypeAnnotations;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * Writes the members of stored entities: annotations, keys, Timestamp, then the properties as {@link PropertyFields} does. Belongs to
 * one call.
 */
final class EntityFields {

  private static final SerializableString ETAG = new SerializedString("odata.etag");
  private static final SerializableString PARTITION_KEY = new SerializedString("PartitionKey");
  private static final SerializableString ROW_KEY = new SerializedString("RowKey");
  private static final SerializableString TIMESTAMP = new SerializedString("Timestamp");
  private static final SerializableString TIMESTAMP_TYPE =
      new SerializedString("Timestamp@odata.type");

  /** What stands before and behind the moment in an ETag, its quotation marks escaped. */
  private static final byte[] ETAG_BEFORE = "W/\\\"datetime'".getBytes(US_ASCII);

  private static final byte[] ETAG_AFTER = "'\\\"".getBytes(US_ASCII);
  private static final byte[] COLON = "%3A".getBytes(US_ASCII);
  private static final int LONGEST_ETAG =
      ETAG_BEFORE.length + TickText.LONGEST * COLON.length + ETAG_AFTER.length;

  private final JsonGenerator json;
  private final MetadataLevel level;
  private final Selection selection;
  private final @Nullable EntityLinks links;
  private final PropertyFields properties;
  private final byte[] moment = new byte[TickText.LONGEST];
  private final byte[] etag = new byte[LONGEST_ETAG];
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
    this.properties = new PropertyFields(
        json,
        selection,
        level == MetadataLevel.NONE ? TypeAnnotations.NONE : TypeAnnotations.NEEDED);
  }

  /** Writes the members; the object around them is the caller's. */
  void write(Entity entity) {
    momentLength = TickText.write(entity.timestampTicks(), moment, 0);
    annotations(entity);
    system(entity);
    properties.write(entity);
  }

  private void annotations(Entity entity) {
    if (links != null && level == MetadataLevel.FULL) {
      links.writeTypeAndId(json, entity);
    }
    if (level != MetadataLevel.NONE) {
      json.writeName(ETAG);
      json.writeRawUTF8String(etag, 0, putEtag());
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

  /** Of the moment at hand; answers its length. */
  private int putEtag() {
    var length = append(ETAG_BEFORE, 0);
    for (var i = 0; i < momentLength; i++) {
      if (moment[i] == ':') {
        length = append(COLON, length);
      } else {
        etag[length++] = moment[i];
      }
    }
    return append(ETAG_AFTER, length);
  }

  private int append(byte[] part, int at) {
    System.arraycopy(part, 0, etag, at, part.length);
    return at + part.length;
  }
}
