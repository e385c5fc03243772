package io.weir.api.contract;

import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.TableServiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a request's operations, none of which depends on another one's outcome, except
 * for unique indexes.
 */
final class ModelEvaluation {

  private final List<Optional<Entity>> outcomes = new ArrayList<>();
  private final List<ModelChange> changes = new ArrayList<>();
  private @Nullable TableServiceException first;

  /** Evaluates a write. */
  void add(ModelTable table, EntityKey key, Supplier<Optional<Entity>> evaluation) {
    try {
      outcomes.add(evaluation.get());
      changes.add(
          new ModelChange(outcomes.size() - 1, table, key, outcomes.get(outcomes.size() - 1)));
    } catch (TableServiceException e) {
      fails(e);
    }
  }

  /** Evaluates an operation of a joint commit. */
  void add(TableWrite operation, Supplier<ModelTable> table) {
    try {
      var found = table.get();
      if (operation instanceof TableWrite.Change change) {
        add(found, change.key(), () -> found.evaluate(change.write()));
      } else {
        outcomes.add(operation.dispatch(new ModelJointOperation(found)));
      }
    } catch (TableServiceException e) {
      fails(e);
    }
  }

  private void fails(TableServiceException failure) {
    first = first == null ? failure.atOperation(outcomes.size()) : first;
    outcomes.add(Optional.empty());
  }

  /**
   * Returns the outcomes. Fails as the first operation that fails by itself, or that gives an
   * entity values of another one as all operations which do not fail by themselves leave that one.
   */
  List<Optional<Entity>> outcomes() {
    for (var change : changes) {
      if (first == null || change.position() < first.failedOperation()) {
        change.requireUnique(changes);
      }
    }
    if (first != null) {
      throw first;
    }
    return outcomes;
  }
}
