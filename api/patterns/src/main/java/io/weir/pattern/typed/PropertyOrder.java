package io.weir.pattern.typed;

import io.weir.api.error.InvalidRequestException;
import io.weir.api.index.SortProperty;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The properties of a type that entities can be sorted by, under their names in Java. Immutable;
 * any thread.
 *
 * <pre>
 * name in Java                  sorts by
 * a property                    the property
 * the only part of a key        PartitionKey or RowKey; in the opposite direction if it is newestFirst
 * {@literal @}Timestamp                    Timestamp
 * PartitionKey, RowKey, Timestamp, the property with the name of the type    itself
 * one of several parts of a key, {@literal @}EntityVersion, {@literal @}Encrypted    refused
 * </pre>
 *
 * @param type named in failures
 * @param known how each name sorts; several ways if the types of a family disagree
 * @param refused the reason why a name cannot be sorted by
 */
record PropertyOrder(Class<?> type, Map<String, Set<Stored>> known, Map<String, String> refused) {

  /** A property of entities, and whether its order is opposite to that of the Java property. */
  record Stored(String name, boolean isOpposite) {}

  private static final String DESCENDING = "desc";
  private static final String ASCENDING = "asc";
  private static final List<String> SYSTEM = List.of("PartitionKey", "RowKey", "Timestamp");

  /**
   * Returns the order of a type's properties.
   *
   * @param family the concrete classes of the type
   * @param typeName the property with the name of the type
   */
  static PropertyOrder of(Class<?> type, Collection<BoundType> family, Optional<String> typeName) {
    var known = new LinkedHashMap<String, Set<Stored>>();
    var refused = new LinkedHashMap<String, String>();
    for (var bound : family) {
      bound.properties().forEach(name -> add(known, name, new Stored(name, false)));
      bound.timestamp().ifPresent(name -> add(known, name, new Stored("Timestamp", false)));
      bound.partitionKey().ifPresent(key -> add(known, refused, key, "PartitionKey"));
      bound.rowKey().ifPresent(key -> add(known, refused, key, "RowKey"));
      bound.etag().ifPresent(name -> refused.put(name, "@EntityVersion"));
      bound.encrypted().forEach(name -> refused.put(name, "@Encrypted"));
    }
    Stream.concat(SYSTEM.stream(), typeName.stream())
        .filter(name -> !known.containsKey(name))
        .forEach(name -> add(known, name, new Stored(name, false)));
    return new PropertyOrder(type, Map.copyOf(known), Map.copyOf(refused));
  }

  private static void add(
      Map<String, Set<Stored>> known, Map<String, String> refused, KeyShape key, String stored) {
    for (var part : key.parts()) {
      if (key.parts().size() == 1) {
        add(known, part.property(), new Stored(stored, part.newestFirst()));
      } else {
        refused.put(part.property(), "oneOfSeveralPartsOf" + stored);
      }
    }
  }

  private static void add(Map<String, Set<Stored>> known, String name, Stored stored) {
    known.computeIfAbsent(name, unused -> new LinkedHashSet<>()).add(stored);
  }

  /**
   * Returns how entities are sorted by names in Java, each perhaps followed by {@code asc} or
   * {@code desc}. Fails with {@link IllegalArgumentException} that names the property if the type
   * does not have it, or if it cannot be sorted by.
   */
  List<SortProperty> of(String... texts) {
    return Stream.of(texts).map(this::one).toList();
  }

  private SortProperty one(String text) {
    var words = text.strip().split("\\s+", -1);
    var descending = words.length == 2 && words[1].equals(DESCENDING);
    if (words.length > 2 || words.length == 2 && !descending && !words[1].equals(ASCENDING)) {
      throw refused("A property is followed by asc, desc or nothing.", text);
    }
    var stored = stored(words[0]);
    return descending ? stored.reversed() : stored;
  }

  private SortProperty stored(String name) {
    if (refused.containsKey(name)) {
      throw refused(
          "Entities cannot be sorted by this property.", name + " reason=" + refused.get(name));
    }
    var ways = known.getOrDefault(name, Set.of());
    if (ways.isEmpty()) {
      throw refused(
          "The type has no such property.", name + " known=" + new TreeSet<>(known.keySet()));
    }
    if (ways.size() > 1) {
      throw refused("The types of the family store this property differently.", name);
    }
    try {
      var way = ways.iterator().next();
      return new SortProperty(way.name(), way.isOpposite());
    } catch (InvalidRequestException e) {
      throw refused("Entities cannot be sorted by this property.", name + " reason=" + e.facts());
    }
  }

  private IllegalArgumentException refused(String text, String property) {
    return new IllegalArgumentException(text + " type=" + type.getName() + " property=" + property);
  }
}
