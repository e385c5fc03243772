package io.weir.api.contract;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.index.IndexDefinition;
import java.util.List;
import java.util.Optional;

/**
 * The change of an entity by one operation of a request.
 *
 * @param position of the operation in the request
 * @param after the entity that it leaves; empty when it leaves none
 */
record ModelChange(int position, ModelTable table, EntityKey key, Optional<Entity> after) {

  /**
   * Fails with {@code UniqueIndexViolation} when the change gives the entity values of another one,
   * as all changes of the request leave that one. Of two changes that give the same values the
   * later one fails.
   */
  void requireUnique(List<ModelChange> all) {
    for (var index : table.indexes().refusing()) {
      if (after.isPresent() && gives(index, after.get())) {
        requireUnique(index, after.get(), all);
      }
    }
  }

  private void requireUnique(IndexDefinition index, Entity entity, List<ModelChange> all) {
    for (var other : table.visible()) {
      var isChanged = all.stream().anyMatch(change -> change.concerns(table, other.key()));
      if (!isChanged && ModelIndexes.share(index, entity, other)) {
        throw violation(index, other.key());
      }
    }
    for (var change : all) {
      if (change.position != position
          && change.isOf(table)
          && change.after.isPresent()
          && ModelIndexes.share(index, entity, change.after.get())
          && (change.position < position || !change.gives(index, change.after.get()))) {
        throw violation(index, change.key);
      }
    }
  }

  private boolean concerns(ModelTable ofTable, EntityKey other) {
    return isOf(ofTable) && key.equals(other);
  }

  private boolean isOf(ModelTable other) {
    return table.name().equals(other.name());
  }

  /** Whether the entity did not have its values in an index before. */
  private boolean gives(IndexDefinition index, Entity entity) {
    var before = table.get(key);
    return before == null || !ModelIndexes.share(index, before, entity);
  }

  private ConflictException violation(IndexDefinition index, EntityKey holder) {
    return ConflictException.ofUniqueIndex(
            index.name().value(),
            new ConflictException.Holder(holder.partitionKey(), holder.rowKey()))
        .atOperation(position);
  }
}
