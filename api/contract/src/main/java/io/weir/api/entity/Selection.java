package io.weir.api.entity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The properties that an answer contains.
 *
 * <p>Names are case-sensitive. A selected name that an entity lacks is absent from the answer; the
 * protocol's JSON says null. An {@link Entity} always keeps its keys and its Timestamp, even when
 * they are not selected. A writer of answers calls {@link #includes} for them.
 */
public final class Selection {

  /** All properties. */
  public static final Selection ALL = new Selection(Set.of());

  /**
   * Up to this many names are compared one by one with a property's bytes. More names are looked up
   * in the set.
   */
  private static final int FEW = 16;

  private final Set<String> names;
  private final byte[][] encodedNames;

  private Selection(Set<String> names) {
    this.names = names;
    this.encodedNames = names.stream().map(name -> name.getBytes(UTF_8)).toArray(byte[][]::new);
  }

  /** Returns a selection of these names only; {@link #ALL} when there are none. */
  public static Selection of(Collection<String> names) {
    return names.isEmpty() ? ALL : new Selection(new LinkedHashSet<>(names));
  }

  /** Returns a selection of these names only; {@link #ALL} when there are none. */
  public static Selection of(String... names) {
    return of(List.of(names));
  }

  /** Whether every property is selected. */
  public boolean isAll() {
    return names.isEmpty();
  }

  /** Whether this property or system property is selected. */
  public boolean includes(String name) {
    return names.isEmpty() || names.contains(name);
  }

  /**
   * Whether the property at which the cursor stands is selected. Creates no objects for up to
   * {@link #FEW} names.
   */
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

  /** Returns the names in the order given; empty when all properties are selected. */
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
