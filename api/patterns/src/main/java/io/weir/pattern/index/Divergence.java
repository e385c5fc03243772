package io.weir.pattern.index;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import java.time.Instant;
import java.util.Optional;

/**
 * A row of an index that differs from what the indexed entities say.
 *
 * @param kind how it differs
 * @param row where the row is, or should be
 * @param stored the row that was read; empty if it is missing
 * @param source the entity to which the row belongs; empty if there is none
 */
public record Divergence(
    Kind kind, TableKey row, Optional<Entity> stored, Optional<Entity> source) {

  /** Returns the divergence of a stored row that belongs to no entity. */
  public static Divergence dangling(TableName table, Entity stored) {
    return new Divergence(
        Kind.DANGLING, new TableKey(table, stored.key()), Optional.of(stored), Optional.empty());
  }

  /** Whether the row was read, and was written before a moment. */
  public boolean isStoredBefore(Instant moment) {
    return stored
        .flatMap(Entity::timestamp)
        .filter(written -> written.toInstant().isBefore(moment))
        .isPresent();
  }

  /** How a row differs. */
  public enum Kind {
    /** An entity has no row. */
    MISSING,
    /** A row has other properties than its entity. */
    STALE,
    /** A row belongs to no entity. */
    DANGLING
  }
}
