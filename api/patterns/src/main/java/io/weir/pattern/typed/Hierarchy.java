package io.weir.pattern.typed;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The classes that entities of one table are read as, by a name in a property of each entity.
 *
 * <p>Jackson determines the classes: {@code @JsonSubTypes}, or the permitted classes of a sealed
 * type. A name is that of {@code @JsonSubTypes} or {@code @JsonTypeName}, or else the simple name
 * of the class. Immutable; any thread.
 *
 * @param property holds the name; empty for a type without subtypes
 * @param types by name; one without a name for a type without subtypes
 * @param fallback the class of an entity without a known name
 */
record Hierarchy(
    Optional<String> property, Map<String, BoundType> types, Optional<Class<?>> fallback) {

  static final String DEFAULT_PROPERTY = "EntityType";

  private static final String ALONE = "";

  /**
   * Returns what Jackson knows of a class. Fails with {@link IllegalArgumentException} if it is
   * abstract without known subtypes, if two subtypes have the same name, or if it is identified by
   * anything but names.
   */
  static Hierarchy of(Class<?> base, JsonMapper mapper) {
    var info = Optional.ofNullable(mapper
        .serializationConfig()
        .classIntrospectorInstance()
        .introspectClassAnnotations(mapper.constructType(base))
        .getAnnotation(JsonTypeInfo.class));
    if (info.isEmpty() && !Modifier.isAbstract(base.getModifiers()) && !isOfSealed(base)) {
      return new Hierarchy(
          Optional.empty(), Map.of(ALONE, BoundType.of(base, mapper)), Optional.empty());
    }
    info.ifPresent(annotation -> requireNames(base, annotation));
    return new Hierarchy(
        Optional.of(property(info)),
        types(base, mapper),
        info.<Class<?>>map(JsonTypeInfo::defaultImpl).filter(type -> type != JsonTypeInfo.class));
  }

  /**
   * Returns the name of a value's class; empty for a type without subtypes. Fails with
   * {@link MappingException} for an unknown class.
   */
  String nameOf(Class<?> type) {
    return types.entrySet().stream()
        .filter(entry -> entry.getValue().type() == type)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(() -> unknown("type=" + type.getName()));
  }

  /**
   * Returns the class of a name, or the fallback. Fails with {@link MappingException} if there is
   * neither.
   */
  BoundType named(Optional<String> name) {
    if (property.isEmpty()) {
      return types.values().iterator().next();
    }
    return name.map(types::get)
        .or(() -> fallback.map(type -> types.get(nameOf(type))))
        .orElseThrow(() -> unknown(property.orElseThrow() + "=" + name.orElse("absent")));
  }

  private MappingException unknown(String facts) {
    return new MappingException(
        "The table is not mapped to this type.", facts + " known=" + types.keySet(), null);
  }

  /** Returns whether the type, or a supertype, is sealed. */
  private static boolean isOfSealed(Class<?> type) {
    return type.isSealed()
        || type.getSuperclass() != null && isOfSealed(type.getSuperclass())
        || Stream.of(type.getInterfaces()).anyMatch(Hierarchy::isOfSealed);
  }

  private static String property(Optional<JsonTypeInfo> info) {
    return info.map(JsonTypeInfo::property)
        .filter(name -> !name.isEmpty())
        .orElse(DEFAULT_PROPERTY);
  }

  private static void requireNames(Class<?> base, JsonTypeInfo info) {
    if (info.use() != JsonTypeInfo.Id.NAME && info.use() != JsonTypeInfo.Id.SIMPLE_NAME) {
      throw new IllegalArgumentException(
          "Types must be identified by name: use JsonTypeInfo.Id.NAME. type=" + base.getName()
              + " use=" + info.use());
    }
  }

  private static Map<String, BoundType> types(Class<?> base, JsonMapper mapper) {
    var config = mapper.serializationConfig();
    var introspector = config.classIntrospectorInstance();
    var known = config
        .getSubtypeResolver()
        .collectAndResolveSubtypesByClass(
            config, introspector.introspectClassAnnotations(mapper.constructType(base)));
    var types = new LinkedHashMap<String, BoundType>();
    for (var subtype : known) {
      var type = subtype.getType();
      if (!Modifier.isAbstract(type.getModifiers())) {
        var name = subtype.hasName() ? subtype.getName() : type.getSimpleName();
        if (types.put(name, BoundType.of(type, mapper)) != null) {
          throw new IllegalArgumentException("Two types have the same name. name=" + name);
        }
      }
    }
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          "An abstract type must be sealed, or needs @JsonSubTypes. type=" + base.getName());
    }
    return types;
  }
}
