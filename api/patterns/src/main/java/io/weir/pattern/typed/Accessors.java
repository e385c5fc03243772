package io.weir.pattern.typed;

import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmType;
import io.weir.api.edm.EdmValue;
import java.lang.invoke.SerializedLambda;
import java.util.Collection;
import java.util.Optional;

/** The properties of a type by their accessors. Any thread. */
final class Accessors {

  /**
   * A property that a reference names.
   *
   * @param name its name in the entity
   * @param stored its type there; empty if each value decides
   */
  record Accessed(String name, Optional<EdmType> stored) {}

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
