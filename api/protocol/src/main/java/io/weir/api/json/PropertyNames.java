package io.weir.api.json;

import io.weir.api.entity.PropertyCursor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * The property names that were met lately, as the generator wants them. Entities of a table share most of theirs, so each name is
 * decoded once and not once for each entity.
 *
 * <p>Direct-mapped and of fixed size: names that fall into one slot push each other out, which costs time and nothing else.
 *
 * <p>Belongs to one thread.
 */
final class PropertyNames {

  private static final int SLOTS = 64;

  private static final ThreadLocal<PropertyNames> RECENT =
      ThreadLocal.withInitial(PropertyNames::new);

  private final @Nullable Name[] slots = new Name[SLOTS];

  private PropertyNames() {}

  /** The calling thread's. */
  static PropertyNames recent() {
    return RECENT.get();
  }

  /** The name that the cursor stands on. */
  Name of(PropertyCursor property) {
    var slot = slot(property.bytes(), property.nameOffset(), property.nameLength());
    var known = slots[slot];
    if (known == null || !property.nameEquals(known.utf8)) {
      known = new Name(property.name());
      slots[slot] = known;
    }
    return known;
  }

  private static int slot(byte[] source, int offset, int length) {
    var hash = length;
    for (var i = offset; i < offset + length; i++) {
      hash = 31 * hash + source[i];
    }
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }

  /** A name, and the name of its type annotation. */
  static final class Name {

    final SerializableString plain;
    final SerializableString annotation;
    private final byte[] utf8;

    Name(String text) {
      plain = new SerializedString(text);
      annotation = new SerializedString(text + "@odata.type");
      utf8 = plain.asUnquotedUTF8();
    }
  }
}
