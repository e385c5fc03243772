package io.weir.pattern.typed;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Expiry;
import io.weir.api.entity.Selection;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.SortProperty;
import io.weir.api.write.IfMatch;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.filter.TypedCompared;
import io.weir.pattern.filter.TypedOperand;
import io.weir.pattern.filter.TypedText;
import io.weir.pattern.typed.Accessors.Accessed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The mapping between values of a Java type and entities. The type is a record, a bean, or the root
 * of a family.
 *
 * <p>Jackson maps between values and properties, by its annotations and rules.
 * {@link PartitionKey}, {@link RowKey}, {@link EntityVersion} and {@link Timestamp} mark values
 * that are not properties, {@link JsonText} values that are stored as JSON, {@link Encrypted}
 * values that the service must not see. A null is an absent property, and an absent property is
 * null, 0 or false. Reading drops properties that the type does not have, unless it has a
 * {@code @JsonAnySetter}.
 *
 * <p>Immutable; any thread. The factory reflects on the type, once.
 */
public final class EntityType<T> {

  /** The Int32 property that holds the version of a type that is {@link #upgradedBy}. */
  public static final String VERSION_PROPERTY = "EntityVersion";

  private final Class<T> type;
  private final JsonMapper mapper;
  private final Hierarchy hierarchy;
  private final Function<Entity, Optional<String>> resolver;
  private final Versions versions;
  private final Optional<Expiry> expiry;
  private final PropertyOrder order;
  private final List<IndexDefinition> indexes;

  private EntityType(
      Class<T> type,
      JsonMapper mapper,
      Hierarchy hierarchy,
      Function<Entity, Optional<String>> resolver,
      Versions versions) {
    this.type = type;
    this.mapper = mapper;
    this.hierarchy = hierarchy;
    this.resolver = resolver;
    this.versions = versions;
    this.expiry = DeclaredExpiry.of(type, hierarchy.types().values());
    this.order = PropertyOrder.of(type, hierarchy.types().values(), hierarchy.property());
    this.indexes = DeclaredIndexes.of(type, hierarchy);
  }

  /**
   * Returns the mapping of a type. Fails with {@link IllegalArgumentException} that names the
   * property if the type cannot be mapped.
   */
  public static <T> EntityType<T> of(Class<T> type) {
    var mapper = EntityMapper.forType(type);
    var hierarchy = Hierarchy.of(type, mapper);
    hierarchy.types().values().forEach(bound -> prepare(mapper, bound.type()));
    return new EntityType<>(
        type,
        mapper,
        hierarchy,
        entity -> hierarchy.property().flatMap(entity::getString),
        Versions.NONE);
  }

  /**
   * Lets the mapper find out now how to read and write a class. It takes a lock to do so, which a
   * loop must not wait for.
   */
  private static void prepare(JsonMapper mapper, Class<?> type) {
    var unusedReader = mapper.readerFor(type);
    var unusedWriter = mapper.writerFor(type);
  }

  /**
   * Returns this mapping with another way to find the type name of an entity. The function is
   * called for entities that do not contain the name, such as those of another program.
   */
  public EntityType<T> resolvedBy(Function<Entity, String> names) {
    return new EntityType<>(
        type,
        mapper,
        hierarchy,
        entity -> resolver.apply(entity).or(() -> Optional.of(names.apply(entity))),
        versions);
  }

  /**
   * Returns this mapping with a version: one more than the number of upgrades, the first of which
   * upgrades version 1. An entity is upgraded in memory when it is read, and stored in the new form
   * when it is next replaced, or before it is changed in place. An entity without
   * {@link #VERSION_PROPERTY} has version 1; one with a later version fails with
   * {@link MappingException}.
   */
  public EntityType<T> upgradedBy(Upgrade... fromFirst) {
    return new EntityType<>(
        type, mapper, hierarchy, resolver, new Versions(Optional.of(List.of(fromFirst))));
  }

  /**
   * Returns the entity of a value. Fails with {@link MappingException}, and as {@link Entity} does
   * if a limit is exceeded.
   */
  public Entity toEntity(T value) {
    var name = hierarchy.nameOf(value.getClass());
    var bound = hierarchy.named(Optional.of(name));
    var tree = tree(value);
    var key = key(bound, tree);
    var entity = Entity.builder(key.partitionKey(), key.rowKey());
    hierarchy.property().ifPresent(property -> entity.set(property, name));
    versions.current().ifPresent(version -> entity.set(VERSION_PROPERTY, version));
    for (var property : tree.properties()) {
      if (!bound.isSystem(property.getKey())) {
        EdmNodes.value(property.getKey(), property.getValue())
            .ifPresent(stored -> entity.set(property.getKey(), stored));
      }
    }
    return entity.build();
  }

  /** Returns the value of an entity. Fails with {@link MappingException}. */
  public T fromEntity(Entity entity) {
    var bound = hierarchy.named(resolver.apply(entity));
    var tree = mapper.createObjectNode();
    properties(entity).forEach((name, value) -> tree.set(name, EdmNodes.node(value)));
    bound.partitionKey().ifPresent(key -> key.read(entity.partitionKey(), tree));
    bound.rowKey().ifPresent(key -> key.read(entity.rowKey(), tree));
    bound.etag().ifPresent(name -> entity.etag().ifPresent(tag -> tree.put(name, tag.text())));
    bound
        .timestamp()
        .ifPresent(
            name -> entity.timestamp().ifPresent(moment -> tree.set(name, EdmNodes.node(moment))));
    try {
      return type.cast(mapper.treeToValue(tree, bound.type()));
    } catch (JacksonException e) {
      throw new MappingException(
          "The entity cannot be read as this type.",
          "type=" + bound.type().getName() + " property=" + e.getPathReference() + " key="
              + entity.key() + " reason=" + e.getOriginalMessage(),
          e);
    }
  }

  /** Returns the key of a value's entity. Fails with {@link MappingException} if a part is null. */
  public EntityKey keyOf(T value) {
    return key(bound(value), tree(value));
  }

  /** Returns the versions of the type. */
  Versions versions() {
    return versions;
  }

  /** Returns the names of properties that are hidden from the service. */
  public Set<String> encrypted() {
    var names = new TreeSet<String>();
    hierarchy.types().values().forEach(bound -> names.addAll(bound.encrypted()));
    return Set.copyOf(names);
  }

  /**
   * Returns the property that a reference to its accessor names. Fails as {@link Accessors#of}
   * does.
   */
  Accessed accessed(TypedChange.Property<T, ?> reference) {
    return Accessors.of(reference, hierarchy.types().values());
  }

  /**
   * Starts a comparison of a property. Fails as {@link Accessors#filtered} does; a literal fails
   * with {@link MappingException} if the property cannot store it.
   */
  <V, R> TypedCompared<V, R> compared(
      TypedChange.Property<T, V> reference, Function<Condition, R> result) {
    var property = Accessors.filtered(reference, hierarchy.types().values());
    var accessed = new Accessed(property.name(), property.stored());
    return new TypedOperand<>(
        Condition.where(property.name()),
        value -> property.literal(stored(accessed, value)),
        property.isOpposite(),
        result);
  }

  /** Starts a comparison or a test of a text. Fails as {@link #compared} does. */
  <R> TypedText<R> text(TypedQuery.TextProperty<T> reference, Function<Condition, R> result) {
    var property = Accessors.filtered(reference, hierarchy.types().values());
    return new TypedText<>(Condition.where(property.name()), result);
  }

  /** Returns a value as the property stores it. Fails with {@link MappingException}. */
  EdmValue stored(Accessed property, Object value) {
    try {
      return EdmNodes.value(property.name(), mapper.valueToTree(value))
          .map(stored -> Accessors.fitting(property, stored))
          .orElseThrow(() -> new MappingException(
              "An operation needs a value.", "property=" + property.name(), null));
    } catch (JacksonException e) {
      throw new MappingException(
          "The value cannot be stored.",
          "property=" + property.name() + " reason=" + e.getOriginalMessage(),
          e);
    }
  }

  /** Returns the rule of expiry that the type declares. */
  Optional<Expiry> expiry() {
    return expiry;
  }

  /** Returns the indexes that the type declares, sorted by name. */
  List<IndexDefinition> indexes() {
    return indexes;
  }

  /**
   * Returns how entities are sorted by properties of the type. Fails as
   * {@link PropertyOrder#of(String...)} does.
   */
  List<SortProperty> order(String... properties) {
    return order.of(properties);
  }

  /**
   * Returns the property that names the class of an entity. Fails with
   * {@link IllegalArgumentException} for a type without subtypes.
   */
  String discriminator() {
    return hierarchy
        .property()
        .orElseThrow(
            () -> new IllegalArgumentException("The type has no subtypes. type=" + type.getName()));
  }

  /**
   * Returns the names of the classes of a branch. Fails with {@link IllegalArgumentException} if
   * there is none.
   */
  List<String> namesOf(Class<? extends T> branch) {
    var names = hierarchy.types().entrySet().stream()
        .filter(known -> branch.isAssignableFrom(known.getValue().type()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException("No known class belongs to the branch. branch="
          + branch.getName() + " type=" + type.getName());
    }
    return names;
  }

  /** Returns the condition for writing a value: its own version, or any if it has none. */
  public IfMatch ifMatch(T value) {
    return bound(value)
        .etag()
        .map(name -> tree(value).path(name))
        .filter(JsonNode::isString)
        .map(tag -> IfMatch.version(new ETag(tag.stringValue())))
        .orElse(IfMatch.ANY);
  }

  /**
   * Returns exactly the properties that values of this type are read from; all properties if
   * upgrades may need others.
   */
  Selection selection() {
    if (versions.needsAll()) {
      return Selection.ALL;
    }
    var names = new TreeSet<String>(Set.of("PartitionKey", "RowKey"));
    hierarchy.property().ifPresent(names::add);
    hierarchy.types().values().forEach(bound -> names.addAll(bound.properties()));
    return Selection.of(names);
  }

  @Override
  public String toString() {
    return "EntityType[" + type.getName() + "]";
  }

  private Map<String, EdmValue> properties(Entity entity) {
    var properties = versions.upgraded(entity);
    hierarchy.property().ifPresent(properties::remove);
    return properties;
  }

  private BoundType bound(T value) {
    return hierarchy.named(Optional.of(hierarchy.nameOf(value.getClass())));
  }

  private ObjectNode tree(T value) {
    try {
      return mapper.valueToTree(value);
    } catch (JacksonException e) {
      throw new MappingException(
          "The value cannot be written as an entity.",
          "type=" + type.getName() + " property=" + e.getPathReference() + " reason="
              + e.getOriginalMessage(),
          e);
    }
  }

  private EntityKey key(BoundType bound, ObjectNode tree) {
    return new EntityKey(
        key(bound.partitionKey(), "@PartitionKey").write(tree),
        key(bound.rowKey(), "@RowKey").write(tree));
  }

  private KeyShape key(Optional<KeyShape> key, String annotation) {
    return key.orElseThrow(() -> new MappingException(
        "A type for writing needs both keys.",
        "missing=" + annotation + " type=" + type.getName(),
        null));
  }

  /** Upgrades an entity's properties from one version of a type to the next. */
  @FunctionalInterface
  public interface Upgrade {

    /** Changes the properties in place; a null counts as an absent property. Must not block. */
    void upgrade(Map<String, EdmValue> properties);
  }
}
