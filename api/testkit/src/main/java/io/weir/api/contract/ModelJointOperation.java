package io.weir.api.contract;

import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import java.util.Optional;

/**
 * Returns the entity that an operation of a joint commit would store; empty when it stores none.
 * Fails as the operation does.
 */
record ModelJointOperation(ModelTable table) implements TableWrite.Handler<Optional<Entity>> {

  @Override
  public Optional<Entity> change(TableWrite.Change operation) {
    return table.evaluate(operation.write());
  }

  @Override
  public Optional<Entity> present(TableWrite.Present operation) {
    var stored = table.get(operation.key());
    if (stored == null) {
      throw new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "");
    }
    if (!operation.ifMatch().matches(stored.timestampTicks())) {
      throw new PreconditionFailedException("");
    }
    return Optional.empty();
  }

  @Override
  public Optional<Entity> absent(TableWrite.Absent operation) {
    if (table.get(operation.key()) != null) {
      throw new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, "");
    }
    return Optional.empty();
  }
}
