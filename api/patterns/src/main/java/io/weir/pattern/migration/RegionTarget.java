package io.weir.pattern.migration;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ConflictException;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The target of a migration. Has the tables of the source, and takes states in joint commits with
 * the fence's check. Immutable; any thread.
 */
record RegionTarget(TableService source, FencedWriter writer) implements CopyTarget {

  private static final int READS_IN_FLIGHT = 16;

  @Override
  public TableService service() {
    return writer.service();
  }

  @Override
  public Mono<Boolean> ready(TableName table) {
    return source
        .table(table)
        .flatMap(name ->
            service().createTable(name).onErrorComplete(ConflictException.class).thenReturn(true))
        .defaultIfEmpty(false);
  }

  @Override
  public Mono<Void> write(Map<TableKey, Optional<Entity>> states) {
    return Flux.fromIterable(states.entrySet())
        .flatMapSequential(state -> write(state.getKey(), state.getValue()), READS_IN_FLIGHT)
        .collectList()
        .flatMap(writer::write);
  }

  /**
   * Nothing else writes to the region, so an entity that is absent before its removal stays absent
   * until the commit.
   */
  private Mono<TableWrite> write(TableKey key, Optional<Entity> state) {
    return state
        .map(entity -> Mono.just(FencedWriter.storing(key.table(), entity)))
        .orElseGet(() -> present(key).map(FencedWriter::removing));
  }

  private Mono<TableKey> present(TableKey key) {
    return service()
        .get(
            key.table(),
            new EntityKey(key.key().partitionKey(), key.key().rowKey()),
            Selection.of("PartitionKey"))
        .map(found -> key);
  }
}
