package io.weir.api.json;

import io.weir.api.entity.PropertyCursor;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * A cache of the property names that the calling thread wrote last, in the form that the JSON
 * generator takes. Entities of a table share most of their names, so each name is decoded once and
 * not for each entity.
 *
 * <p>The cache is direct-mapped and of fixed size. Names with the same slot replace each other,
 * which costs time only.
 *
 * <p>Belongs to one thread.
 */
final class PropertyNameCache {

  private static final int SLOTS = 64;

  private static final ThreadLocal<PropertyNameCache> RECENT =
      ThreadLocal.withInitial(PropertyNameCache::new);

  private final @Nullable Name[] slots = new Name[SLOTS];

  private PropertyNameCache() {}

  /** Returns the calling thread's cache. */
  static PropertyNameCache recent() {
    return RECENT.get();
  }

  /** Returns the name at which the cursor stands. */
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
