package io.weir.pattern.typed;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The properties of a type by their accessors. Any thread. */
final class Accessors {

  /**
   * A property that a reference names.
   *
   * @param name its name in the entity
   * @param stored its type there; empty if each value decides
   */
  record Accessed(String name, Optional<EdmType> stored) {}

  /**
   * What a filter compares in place of a property of the type.
   *
   * @param name in the entity; a key or the Timestamp has its name there
   * @param stored its type there; empty if each value decides
   * @param key how a key writes the value; empty if the value is stored as it is
   */
  record Filtered(String name, Optional<EdmType> stored, Optional<KeyShape.Part> key) {

    /** Returns the stored form of a value: the text of a key, or the value itself. */
    EdmValue literal(EdmValue value) {
      return key.<EdmValue>map(part -> new EdmString(part.form().write(value))).orElse(value);
    }

    /** What decides how a value is stored: equal for classes that store it in one way. */
    List<Object> way() {
      return List.of(name, stored, key.map(KeyShape.Part::as), key.map(KeyShape.Part::type));
    }

    /** Whether the stored form has the opposite order. */
    boolean isOpposite() {
      return key.map(KeyShape.Part::newestFirst).orElse(false);
    }
  }

  private Accessors() {}

  /**
   * Returns the property whose accessor a reference names. Fails with
   * {@link IllegalArgumentException} if it is no reference to an accessor of a property.
   */
  static Accessed of(TypedChange.Property<?, ?> reference, Collection<BoundType> family) {
    var method = method(reference);
    return family.stream()
        .flatMap(bound -> Optional.ofNullable(bound.accessors().get(method)).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(
            "Name a property by a reference to its accessor: Bird::seen. accessor=" + method
                + " known="
                + family.stream()
                    .flatMap(bound -> bound.accessors().keySet().stream())
                    .sorted()
                    .toList()));
  }

  /**
   * Returns what a filter compares for the property whose accessor a reference names. Fails with
   * {@link IllegalArgumentException} if it is no reference to an accessor, if no filter can compare
   * the property (a version, one of several parts of a key), and if the types of a family store it
   * differently.
   */
  static Filtered filtered(TypedChange.Property<?, ?> reference, Collection<BoundType> family) {
    var method = method(reference);
    var stored = family.stream()
        .flatMap(bound -> filtered(method, bound).stream())
        .collect(Collectors.toMap(Filtered::way, each -> each, (one, same) -> one));
    if (stored.size() != 1) {
      throw new IllegalArgumentException(
          "A filter compares a property that all classes of the type store in one way, the only"
              + " part of a key, or the Timestamp; name it by its accessor: Bird::seen. accessor="
              + method + " stored=" + stored.keySet());
    }
    return stored.values().iterator().next();
  }

  private static Optional<Filtered> filtered(String method, BoundType bound) {
    var own = bound.accessors().get(method);
    if (own != null) {
      return Optional.of(new Filtered(own.name(), own.stored(), Optional.empty()));
    }
    var name = Optional.ofNullable(bound.members().get(method));
    return name.filter(bound.timestamp().orElse("")::equals)
        .map(time -> new Filtered("Timestamp", Optional.of(EdmType.DATE_TIME), Optional.empty()))
        .or(() -> key("PartitionKey", bound.partitionKey(), name))
        .or(() -> key("RowKey", bound.rowKey(), name));
  }

  private static Optional<Filtered> key(
      String stored, Optional<KeyShape> key, Optional<String> name) {
    return key.filter(
            shape -> name.map(List::of).filter(shape.properties()::equals).isPresent())
        .map(shape -> shape.parts().get(0))
        .map(part -> new Filtered(stored, Optional.empty(), Optional.of(part)));
  }

  /**
   * The compiler gives every serializable lambda a method that tells the referenced one. Source:
   * {@link SerializedLambda}.
   */
  private static String method(TypedChange.Property<?, ?> reference) {
    try {
      var tells = reference.getClass().getDeclaredMethod("writeReplace");
      tells.setAccessible(true);
      return ((SerializedLambda) tells.invoke(reference)).getImplMethodName();
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          "Name a property by a reference to its accessor: Bird::seen. class="
              + reference.getClass().getName(),
          e);
    }
  }

  /**
   * Returns a number in the type of its property; any other value unchanged. Fails with
   * {@link MappingException} if it does not fit.
   */
  static EdmValue fitting(Accessed property, EdmValue value) {
    var type = property.stored().orElse(value.type());
    if (type == value.type() || !(isWhole(value) || value instanceof EdmDouble)) {
      return value;
    }
    if (isWhole(value)) {
      var number = value instanceof EdmInt32 small ? small.value() : ((EdmInt64) value).value();
      if (type == EdmType.INT64) {
        return new EdmInt64(number);
      }
      if (type == EdmType.INT32 && number == (int) number) {
        return new EdmInt32((int) number);
      }
      if (type == EdmType.DOUBLE && number == (long) (double) number) {
        return new EdmDouble(number);
      }
    }
    throw new MappingException(
        "The number does not fit the type of its property.",
        "property=" + property.name() + " type=" + type.odataName() + " operand="
            + value.type().odataName(),
        null);
  }

  private static boolean isWhole(EdmValue value) {
    return value instanceof EdmInt32 || value instanceof EdmInt64;
  }
}
