package io.weir.api.contract;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a write for a given stored entity: an entity, or none.
 *
 * @param stored the stored entity with the write's key; null when there is none
 */
record ModelWrite(@Nullable Entity stored) implements Write.Handler<Optional<Entity>> {

  @Override
  public Optional<Entity> insert(Write.Insert write) {
    if (stored != null) {
      throw new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, "key=" + write.key());
    }
    return Optional.of(write.entity());
  }

  @Override
  public Optional<Entity> upsert(Write.Upsert write) {
    return Optional.of(combined(write.entity(), write.mode()));
  }

  @Override
  public Optional<Entity> update(Write.Update write) {
    require(write.key(), write.ifMatch());
    return Optional.of(combined(write.entity(), write.mode()));
  }

  @Override
  public Optional<Entity> delete(Write.Delete write) {
    require(write.key(), write.ifMatch());
    return Optional.empty();
  }

  @Override
  public Optional<Entity> change(Write.Change write) {
    return Optional.of(write.appliedTo(stored));
  }

  private Entity combined(Entity written, WriteMode mode) {
    return stored == null || mode == WriteMode.REPLACE ? written : written.mergedOver(stored);
  }

  private void require(EntityKey key, IfMatch ifMatch) {
    if (stored == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "key=" + key);
    }
    if (!ifMatch.matches(stored.timestampTicks())) {
      throw new PreconditionFailedException("");
    }
  }
}
