package io.weir.api.json;

import io.weir.api.entity.Entity;
import io.weir.api.entity.PropertyCursor;
import io.weir.api.entity.Selection;
import tools.jackson.core.JsonGenerator;

/**
 * A writer of entities' properties in their order. Each type annotation is written just before its
 * property.
 *
 * <p>Text is copied from the encoded entity and never becomes a string. Belongs to one call on one
 * thread.
 */
public final class PropertyFields {

  private final JsonGenerator json;
  private final Selection selection;
  private final TypeAnnotations annotations;
  private final PropertyNameCache names = PropertyNameCache.recent();
  private final byte[] moment = new byte[TickText.LONGEST];

  /** Creates a writer for any number of entities. */
  public PropertyFields(JsonGenerator json, Selection selection, TypeAnnotations annotations) {
    this.json = json;
    this.selection = selection;
    this.annotations = annotations;
  }

  /** Writes the selected properties. The caller writes the object around them. */
  public void write(Entity entity) {
    for (var property = entity.properties(); property.next(); ) {
      property(property);
    }
  }

  private void property(PropertyCursor property) {
    var name = names.of(property);
    if (!selection.includes(name.plain.getValue())) {
      return;
    }
    if (annotations.include(property)) {
      json.writeName(name.annotation);
      json.writeString(property.type().odataName());
    }
    json.writeName(name.plain);
    value(property);
  }

  private void value(PropertyCursor property) {
    switch (property.type()) {
      case STRING -> text(property.bytes(), property.valueOffset(), property.valueLengthBytes());
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

  private void text(byte[] utf8, int offset, int length) {
    if (PlainText.is(utf8, offset, length)) {
      json.writeRawUTF8String(utf8, offset, length);
    } else {
      json.writeUTF8String(utf8, offset, length);
    }
  }
}
