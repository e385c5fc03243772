package io.weir.pattern.view;

import io.weir.api.Query;
import io.weir.pattern.Lookups;
import io.weir.pattern.view.GroupFold.Item;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SynchronousSink;

/**
 * Reads the table of groups with the contributions, and computes each row's state again. Any
 * thread.
 */
record GroupFolds(StoredView stored, ViewShape shape) {

  /**
   * Returns the rows that a query meets, one after another. The query has all of a row or nothing
   * of it.
   */
  Flux<GroupFold> of(Query query) {
    return Flux.defer(() -> {
      var walk = new Walk();
      return Lookups.of(
              stored.service(),
              stored.tables().sources(),
              stored.service().query(stored.tables().groups(), query),
              entity -> ViewTables.isState(entity)
                  ? ViewTables.rowOf(entity) // any key: a state has no contribution
                  : Rank.sourceOf(entity.rowKey()))
          .map(found -> new Item(
              found.item(),
              found
                  .entity()
                  .filter(held -> !ViewTables.isState(found.item()))
                  .map(ViewTables::contribution)))
          .map(Optional::of)
          .concatWithValues(Optional.empty())
          .handle(walk::accept);
    });
  }

  /** One reading: the row whose entities may still come. */
  private final class Walk {

    private @Nullable GroupFold open;

    void accept(Optional<Item> next, SynchronousSink<GroupFold> folds) {
      var completed = open;
      if (next.isEmpty()) {
        emit(completed, folds);
        return;
      }
      var row = ViewTables.rowOf(next.get().entity());
      if (completed == null || !completed.row().equals(row)) {
        emit(completed, folds);
        open = new GroupFold(shape, row);
      }
      add(next.get());
    }

    private void add(Item item) {
      var row = open;
      if (row != null) {
        row.add(item);
      }
    }

    private void emit(@Nullable GroupFold completed, SynchronousSink<GroupFold> folds) {
      if (completed != null) {
        folds.next(completed);
      }
    }
  }
}
