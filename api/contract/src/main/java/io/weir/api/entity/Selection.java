package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which properties an answer carries.
 *
 * <p>Names are case-sensitive. A name that an entity lacks is simply absent from its answer. An {@link Entity} always keeps its
 * keys and Timestamp, also when they are not selected; a door that writes it out asks {@link #includes}.
 */
public final class Selection {

  /** Everything. */
  public static final Selection ALL = new Selection(Set.of());

  /** Up to so many names are compared one by one with a property's bytes; more are looked up. */
  private static final int FEW = 16;

  private final Set<String> names;
  private final byte[][] encodedNames;

  private Selection(Set<String> names) {
    this.names = names;
    this.encodedNames = names.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Only these; {@link #ALL} when there are none. */
  public static Selection of(Collection<String> names) {
    return names.isEmpty() ? ALL : new Selection(new LinkedHashSet<>(names));
  }

  /** Only these; {@link #ALL} when there are none. */
  public static Selection of(String... names) {
    return of(List.of(names));
  }

  /** Whether every property is selected. */
  public boolean isAll() {
    return names.isEmpty();
  }

  /** Whether this property, or system property, is selected. */
  public boolean includes(String name) {
    return names.isEmpty() || names.contains(name);
  }

  /** Whether the property that the cursor stands on is selected; makes no objects where few are. */
  boolean includes(PropertyCursor cursor) {
    if (encodedNames.length > FEW) {
      return includes(cursor.name());
    }
    for (var name : encodedNames) {
      if (cursor.nameEquals(name)) {
        return true;
      }
    }
    return names.isEmpty();
  }

  /** The names in the order given; empty when all are selected. */
  public Set<String> names() {
    return Collections.unmodifiableSet(names);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Selection that && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return isAll() ? "*" : String.join(",", names);
  }
}
