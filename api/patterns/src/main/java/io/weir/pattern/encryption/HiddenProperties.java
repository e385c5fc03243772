package io.weir.pattern.encryption;

import io.weir.api.entity.EntityKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * The properties to hide: names, in all entities or in those that a condition on key and name
 * selects. Immutable; any thread.
 *
 * <p>A name that is hidden in any entity cannot be used in a filter, and cannot be merged in such
 * an entity. An answer in which a property is plain although it must be hidden is refused, because
 * the service may have inserted it. {@link #acceptingPlain} is for tables that contain such
 * entities from before.
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

  /** Hides these properties in every entity. */
  public static HiddenProperties of(String... names) {
    return of(List.of(names));
  }

  /** Hides these properties in every entity. */
  public static HiddenProperties of(Collection<String> names) {
    return new HiddenProperties(Set.copyOf(names), (key, name) -> true, false);
  }

  /**
   * Hides them only if the condition holds for the entity's key and the property's name. It must
   * still hold when the entity is read.
   */
  public HiddenProperties onlyWhere(BiPredicate<EntityKey, String> condition) {
    return new HiddenProperties(names, where.and(condition), acceptsPlain);
  }

  /** Accepts plain values from the service. Written values are hidden nevertheless. */
  public HiddenProperties acceptingPlain() {
    return new HiddenProperties(names, where, true);
  }

  /** Returns whether this property of this entity is hidden. */
  boolean covers(EntityKey key, String name) {
    return names.contains(name) && where.test(key, name);
  }

  /** Returns whether a property of this name is hidden in any entity. */
  boolean coversSomewhere(String name) {
    return names.contains(name);
  }

  boolean acceptsPlain() {
    return acceptsPlain;
  }
}
