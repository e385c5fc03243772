package io.weir.cli.copy;

import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.LoadProgress;
import io.weir.pattern.migration.CopyTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The target of a copy that follows its source. Takes entities in batches, several at a time. Any
 * thread; one call at a time.
 */
final class LoadedTarget implements CopyTarget {

  private static final int REMOVALS_IN_FLIGHT = 16;

  private final Loader loader;
  private final LoadProgress progress;

  /** Tables that the target has. */
  private final Set<TableName> existing = ConcurrentHashMap.newKeySet();

  LoadedTarget(Loader loader, LoadProgress progress) {
    this.loader = loader;
    this.progress = progress;
  }

  @Override
  public TableService service() {
    return loader.service();
  }

  /** Makes a table also if the source has dropped it: its drop follows in the feed. */
  @Override
  public Mono<Boolean> ready(TableName table) {
    return existing.contains(table)
        ? Mono.just(true)
        : loader.ensure(table).doOnNext(made -> existing.add(table)).thenReturn(true);
  }

  @Override
  public Mono<Void> write(Map<TableKey, Optional<Entity>> states) {
    var stored = new LinkedHashMap<TableName, List<Entity>>();
    var removed = new ArrayList<TableKey>();
    states.forEach((key, state) -> state.ifPresentOrElse(
        entity ->
            stored.computeIfAbsent(key.table(), table -> new ArrayList<>()).add(entity),
        () -> removed.add(key)));
    return Flux.fromIterable(stored.entrySet())
        .concatMap(
            table -> loader.load(table.getKey(), Flux.fromIterable(table.getValue()), progress), 1)
        .thenMany(Flux.fromIterable(removed))
        .flatMap(this::remove, REMOVALS_IN_FLIGHT)
        .then();
  }

  private Mono<Void> remove(TableKey key) {
    return service()
        .write(key.table(), new Write.Delete(key.key(), IfMatch.ANY))
        .then()
        .onErrorComplete(NotFoundException.class);
  }

  /** Drops a table, if it is there. */
  Mono<Void> drop(TableName table) {
    return Mono.defer(() -> {
      existing.remove(table);
      return service().deleteTable(table).onErrorComplete(NotFoundException.class);
    });
  }
}
