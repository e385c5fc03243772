package io.weir.perf.pattern;

import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.RoutedTables;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A service that carries nothing out and remembers what it was asked to write, so that a pattern's
 * own code decides which rows a bulk load has. All but writes, batches and joint commits fail.
 * Belongs to one subscription at a time.
 */
final class PlannedWrites extends RoutedTables {

  private final List<TableWrite.Change> writes = new ArrayList<>();

  /** Returns the writes to a table by which a pattern stores entities. */
  static Flux<Write> of(
      TableName table,
      Flux<Entity> entities,
      Function<TableService, Function<Entity, Mono<?>>> by) {
    return Flux.defer(() -> {
      var planned = new PlannedWrites();
      var store = by.apply(planned);
      return entities.concatMap(entity -> store
          .apply(entity)
          .then()
          .thenMany(Flux.defer(() -> Flux.fromIterable(planned.taken(table)))));
    });
  }

  private List<Write> taken(TableName table) {
    var taken = writes.stream()
        .filter(change -> change.table().equals(table))
        .map(TableWrite.Change::write)
        .toList();
    writes.clear();
    return taken;
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.fromCallable(() -> planned(table, write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.fromCallable(
        () -> batch.writes().stream().map(write -> planned(table, write)).toList());
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.fromCallable(() -> {
      commit.operations().stream()
          .filter(TableWrite.Change.class::isInstance)
          .map(TableWrite.Change.class::cast)
          .forEach(writes::add);
      return Collections.nCopies(commit.operations().size(), new WriteResult(1));
    });
  }

  private WriteResult planned(TableName table, Write write) {
    writes.add(new TableWrite.Change(table, write));
    return new WriteResult(1);
  }

  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return Mono.error(() -> refusal(operation));
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(() -> refusal(operation));
  }

  private static UnsupportedOperationException refusal(Operation operation) {
    return new UnsupportedOperationException("only writes are planned operation=" + operation);
  }
}
