package io.weir.client.encryption;

import io.weir.api.entity.EntityKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Which properties are hidden: some names, in all entities or in those that a condition on key and name picks. Immutable; any thread.
 *
 * <p>A name that is hidden in any entity cannot be filtered by nor merged in such an entity. An answer whose property is plain though it
 * should be hidden is refused, for the service may have put it there; {@link #acceptingPlain} is for tables that hold such entities from
 * before.
 */
public final class HiddenProperties {

  private final Set<String> names;
  private final BiPredicate<EntityKey, String> where;
  private final boolean acceptsPlain;

  private HiddenProperties(
      Set<String> names, BiPredicate<EntityKey, String> where, boolean acceptsPlain) {
    this.names = names;
    this.where = where;
    this.acceptsPlain = acceptsPlain;
  }

  /** These, in every entity. */
  public static HiddenProperties of(String... names) {
    return of(List.of(names));
  }

  /** These, in every entity. */
  public static HiddenProperties of(Collection<String> names) {
    return new HiddenProperties(Set.copyOf(names), (key, name) -> true, false);
  }

  /** Only where this is true of the entity's key and the property's name; it must be true again when the entity is read. */
  public HiddenProperties onlyWhere(BiPredicate<EntityKey, String> condition) {
    return new HiddenProperties(names, where.and(condition), acceptsPlain);
  }

  /** Takes plain values from the service as they are. Whatever is written is hidden nonetheless. */
  public HiddenProperties acceptingPlain() {
    return new HiddenProperties(names, where, true);
  }

  /** Whether this property of this entity is hidden. */
  boolean covers(EntityKey key, String name) {
    return names.contains(name) && where.test(key, name);
  }

  /** Whether a property of this name is hidden in any entity. */
  boolean coversSomewhere(String name) {
    return names.contains(name);
  }

  boolean acceptsPlain() {
    return acceptsPlain;
  }
}
