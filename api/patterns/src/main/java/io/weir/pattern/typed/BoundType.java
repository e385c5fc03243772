package io.weir.pattern.typed;

import io.weir.api.edm.EdmType;
import io.weir.pattern.typed.Accessors.Accessed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;

/**
 * The mapping of one concrete class to properties of an entity. Immutable; any thread.
 *
 * @param type the class
 * @param properties names of Java properties that are also properties of the entity
 * @param encrypted names of properties that are hidden from the service
 * @param accessors the properties by the names of their methods and fields
 * @param members the names of all Java properties by the names of their methods and fields, also of
 *     parts of keys, of the version and of the Timestamp
 * @param partitionKey absent in a projection without it; likewise {@code rowKey}
 */
record BoundType(
    Class<?> type,
    Set<String> properties,
    Set<String> encrypted,
    Optional<KeyShape> partitionKey,
    Optional<KeyShape> rowKey,
    Optional<String> etag,
    Optional<String> timestamp,
    Optional<String> expiresAt,
    List<IndexedProperty> indexed,
    Map<String, Accessed> accessors,
    Map<String, String> members) {

  /** A property with an index of its own. */
  record IndexedProperty(String name, Index index) {}

  /**
   * Binds a class as a mapper sees it. Fails with {@link IllegalArgumentException}, with the
   * reason, if it cannot be bound.
   */
  static BoundType of(Class<?> type, JsonMapper mapper) {
    var found = new Found(type);
    mapper.acceptJsonFormatVisitor(type, found);
    return found.bound();
  }

  /** Returns whether a name denotes a part of a key, the version or the Timestamp. */
  boolean isSystem(String name) {
    return Stream.of(partitionKey, rowKey)
            .flatMap(Optional::stream)
            .anyMatch(key -> key.properties().contains(name))
        || etag.filter(name::equals).isPresent()
        || timestamp.filter(name::equals).isPresent();
  }

  private static final class Found extends JsonFormatVisitorWrapper.Base {

    private final Class<?> type;
    private final Set<String> properties = new LinkedHashSet<>();
    private final Set<String> encrypted = new LinkedHashSet<>();
    private final List<KeyShape.Part> partitionKey = new ArrayList<>();
    private final List<KeyShape.Part> rowKey = new ArrayList<>();
    private final List<String> etag = new ArrayList<>();
    private final List<String> timestamp = new ArrayList<>();
    private final List<String> expiresAt = new ArrayList<>();
    private final List<IndexedProperty> indexed = new ArrayList<>();
    private final Map<String, Accessed> accessors = new HashMap<>();
    private final Map<String, String> members = new HashMap<>();

    Found(Class<?> type) {
      this.type = type;
    }

    @Override
    public JsonObjectFormatVisitor expectObjectFormat(JavaType ignored) {
      return new JsonObjectFormatVisitor.Base(getContext()) {
        @Override
        public void property(BeanProperty property) {
          add(property, getContext());
        }

        @Override
        public void optionalProperty(BeanProperty property) {
          add(property, getContext());
        }
      };
    }

    BoundType bound() {
      return new BoundType(
          type,
          Set.copyOf(properties),
          Set.copyOf(encrypted),
          key(partitionKey),
          key(rowKey),
          only(etag, "@EntityVersion"),
          only(timestamp, "@Timestamp"),
          only(expiresAt, "@ExpiresAt"),
          List.copyOf(indexed),
          Map.copyOf(accessors),
          Map.copyOf(members));
    }

    private void add(BeanProperty property, SerializationContext context) {
      var stored = PropertyTypes.of(property, context);
      var name = property.getName();
      members.put(property.getMember().getName(), name);
      var inPartitionKey = KeyForm.ofPartitionKey(property);
      var inRowKey = KeyForm.ofRowKey(property);
      inPartitionKey.ifPresent(form -> partitionKey.add(part(name, form, stored)));
      inRowKey.ifPresent(form -> rowKey.add(part(name, form, stored)));
      if (property.getAnnotation(EntityVersion.class) != null) {
        require(stored, EdmType.STRING, name);
        etag.add(name);
      } else if (property.getAnnotation(Timestamp.class) != null) {
        require(stored, EdmType.DATE_TIME, name);
        timestamp.add(name);
      } else if (inPartitionKey.isEmpty() && inRowKey.isEmpty()) {
        properties.add(name);
        accessors.put(property.getMember().getName(), new Accessed(name, stored));
      }
      if (property.getAnnotation(ExpiresAt.class) != null) {
        require(stored, EdmType.DATE_TIME, name);
        if (!properties.contains(name) || property.getAnnotation(Encrypted.class) != null) {
          throw refused(
              "Keys, version, Timestamp and encrypted values cannot be @ExpiresAt.", name);
        }
        expiresAt.add(name);
      }
      if (property.getAnnotation(Encrypted.class) != null && !encrypt(name)) {
        throw refused("Keys, version and Timestamp cannot be encrypted.", name);
      }
      indexes(property).forEach(index -> indexed.add(new IndexedProperty(name, index)));
    }

    private static Stream<Index> indexes(BeanProperty property) {
      return Stream.concat(
          Stream.ofNullable(property.getAnnotation(Index.class)),
          Stream.ofNullable(property.getAnnotation(Index.Several.class))
              .flatMap(several -> Stream.of(several.value())));
    }

    private boolean encrypt(String name) {
      return properties.contains(name) && encrypted.add(name);
    }

    private KeyShape.Part part(String name, KeyForm form, Optional<EdmType> stored) {
      var type = stored.orElseThrow(
          () -> refused("A part of a key needs a type that its values do not decide.", name));
      return new KeyShape.Part(name, form, type, form.part(type));
    }

    private void require(Optional<EdmType> stored, EdmType expected, String name) {
      if (stored.filter(expected::equals).isEmpty()) {
        throw refused("This annotation is for a value of " + expected.odataName() + ".", name);
      }
    }

    private Optional<KeyShape> key(List<KeyShape.Part> parts) {
      return parts.isEmpty() ? Optional.empty() : Optional.of(new KeyShape(parts));
    }

    private Optional<String> only(List<String> names, String annotation) {
      if (names.size() > 1) {
        throw refused("Only one property may have " + annotation + ".", names.get(1));
      }
      return names.stream().findFirst();
    }

    private IllegalArgumentException refused(String text, String name) {
      return new IllegalArgumentException(text + " type=" + type.getName() + " property=" + name);
    }
  }
}
