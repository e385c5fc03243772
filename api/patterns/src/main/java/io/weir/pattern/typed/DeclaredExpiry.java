package io.weir.pattern.typed;

import io.weir.api.entity.AfterAge;
import io.weir.api.entity.AtProperty;
import io.weir.api.entity.Expiry;
import io.weir.api.error.InvalidRequestException;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the rule of expiry that a type declares. */
final class DeclaredExpiry {

  private DeclaredExpiry() {}

  /**
   * Returns the rule. Fails with {@link IllegalArgumentException} when the declarations contradict
   * each other: a table has one rule.
   *
   * @param family the concrete classes of the type
   */
  static Optional<Expiry> of(Class<?> type, Collection<BoundType> family) {
    var properties = family.stream()
        .flatMap(bound -> bound.expiresAt().stream())
        .collect(Collectors.toUnmodifiableSet());
    var age = Optional.ofNullable(type.getAnnotation(ExpiresAfter.class)).map(ExpiresAfter::age);
    if (properties.size() + (age.isPresent() ? 1 : 0) > 1) {
      throw refused("A type has either @ExpiresAfter or one @ExpiresAt.", type, properties);
    }
    try {
      return age.isPresent()
          ? age.map(AfterAge::parse)
          : properties.stream().findFirst().map(AtProperty::new);
    } catch (InvalidRequestException e) {
      throw refused("The expiry is not valid: " + e.facts() + ".", type, properties);
    }
  }

  private static IllegalArgumentException refused(
      String text, Class<?> type, Set<String> properties) {
    return new IllegalArgumentException(
        text + " type=" + type.getName() + " expiresAt=" + properties);
  }
}
