package io.weir.server.json;

import io.weir.api.entity.Entity;
import io.weir.api.entity.PropertyName;
import io.weir.api.entity.Selection;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * Writes {@code "Name":null} for each selected property that an entity lacks, as the original
 * service does. A name that no property can have is left out, so that none is written twice. Any
 * thread.
 *
 * <p>Source: Azurite's issue 2535, by which the original service answers null. Deliberate: a null
 * has no type annotation, because an absent property has no type.
 */
final class SelectedNulls {

  private final List<SerializableString> names;

  SelectedNulls(Selection selection) {
    this.names = selection.names().stream()
        .filter(PropertyName::isOwn)
        .<SerializableString>map(SerializedString::new)
        .toList();
  }

  /** Writes the members for the properties that the entity lacks. */
  void write(JsonGenerator json, Entity entity) {
    for (var name : names) {
      if (!entity.properties().seek(name.asUnquotedUTF8())) {
        json.writeName(name);
        json.writeNull();
      }
    }
  }
}
