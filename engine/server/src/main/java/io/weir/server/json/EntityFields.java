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
 * Writes the members of a stored entity: annotations, keys, {@code Timestamp}, then the properties
 * by {@link PropertyFields}. Used by one thread.
 */
final class EntityFields {

  private static final SerializableString ETAG = new SerializedString("odata.etag");
  private static final SerializableString PARTITION_KEY = new SerializedString("PartitionKey");
  private static final SerializableString ROW_KEY = new SerializedString("RowKey");
  private static final SerializableString TIMESTAMP = new SerializedString("Timestamp");
  private static final SerializableString TIMESTAMP_TYPE =
      new SerializedString("Timestamp@odata.type");

  /** The parts of an ETag before and after the timestamp, with escaped quotation marks. */
  private static final byte[] ETAG_PREFIX = "W/\\\"datetime'".getBytes(US_ASCII);

  private static final byte[] ETAG_SUFFIX = "'\\\"".getBytes(US_ASCII);
  private static final byte[] COLON = "%3A".getBytes(US_ASCII);
  private static final int MAX_ETAG_BYTES =
      ETAG_PREFIX.length + TickText.LONGEST * COLON.length + ETAG_SUFFIX.length;

  private final JsonGenerator json;
  private final MetadataLevel level;
  private final Selection selection;
  private final @Nullable EntityLinks links;
  private final PropertyFields properties;
  private final byte[] timestamp = new byte[TickText.LONGEST];
  private final byte[] etag = new byte[MAX_ETAG_BYTES];
  private int timestampLength;

  /**
   * Creates a writer for consecutive entities.
   *
   * @param links written at the full level; may be null at the other levels
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

  /** Writes the members. The caller writes the enclosing object. */
  void write(Entity entity) {
    timestampLength = TickText.write(entity.timestampTicks(), timestamp, 0);
    annotations(entity);
    system(entity);
    properties.write(entity);
  }

  /** Writes the selected members without annotations of the entity, which was never stored. */
  void writeValues(Entity entity) {
    timestampLength = TickText.write(entity.timestampTicks(), timestamp, 0);
    system(entity);
    properties.write(entity);
  }

  private void annotations(Entity entity) {
    if (links != null && level == MetadataLevel.FULL) {
      links.writeTypeAndId(json, entity);
    }
    if (level != MetadataLevel.NONE && entity.etag().isPresent()) {
      json.writeName(ETAG);
      json.writeRawUTF8String(etag, 0, encodeEtag());
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
      json.writeRawUTF8String(timestamp, 0, timestampLength);
    }
  }

  /** Writes the ETag of the current timestamp to {@link #etag} and returns its length in bytes. */
  private int encodeEtag() {
    var length = append(ETAG_PREFIX, 0);
    for (var i = 0; i < timestampLength; i++) {
      if (timestamp[i] == ':') {
        length = append(COLON, length);
      } else {
        etag[length++] = timestamp[i];
      }
    }
    return append(ETAG_SUFFIX, length);
  }

  private int append(byte[] part, int at) {
    System.arraycopy(part, 0, etag, at, part.length);
    return at + part.length;
  }
}
