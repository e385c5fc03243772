package io.weir.search;

import io.weir.api.error.NotFoundException;
import io.weir.engine.Engine;
import io.weir.engine.catalog.ConsumerRow;
import io.weir.search.table.BuildFolder;
import io.weir.search.table.IndexConsumer;
import io.weir.search.table.SearchedTable;
import io.weir.search.table.StoredSearch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The folders and consumers of searches that no table declares any more: those of tables that were
 * dropped while no search ran.
 *
 * <p>A declaration counts also when it cannot be read or its search could not be started. What
 * exists is listed before the declarations are read, so a search that is declared meanwhile loses
 * nothing.
 */
record LeftOvers(Engine engine, Path folder, Scheduler indexing, SearchedTables tables) {

  private static final Logger LOG = LoggerFactory.getLogger(LeftOvers.class);

  /**
   * Deletes them. What cannot be deleted is left for the next start, and so is the rest when the
   * searches are closed meanwhile.
   */
  Mono<Void> deleted() {
    return Mono.fromCallable(() -> BuildFolder.names(folder))
        .subscribeOn(indexing)
        .flatMap(folders -> {
          var consumers = consumers();
          var used = used();
          return Flux.fromIterable(folders)
              .filter(name -> StoredSearch.isId(name) && !used.contains(name))
              .publishOn(indexing)
              .doOnNext(this::deleteFolder)
              .thenMany(Flux.fromIterable(consumers))
              .filter(consumer -> !used.contains(id(consumer).orElseThrow()))
              .concatMap(this::deleteConsumer)
              .then();
        });
  }

  /**
   * Looks at all consumers of the store: an account whose last table was dropped is not among the
   * engine's accounts.
   */
  private List<ConsumerRow> consumers() {
    return engine
        .store()
        .catalog()
        .consumers()
        .all()
        .filter(row -> id(row).isPresent())
        .toList();
  }

  private static Optional<String> id(ConsumerRow row) {
    return IndexConsumer.of(row.name()).map(IndexConsumer::id);
  }

  /** Returns the ids that are declared, or belong to a search that runs. */
  private Set<String> used() {
    var catalog = engine.store().catalog();
    var used = engine.accounts().stream()
        .flatMap(account -> catalog.tables(account).values().stream())
        .map(table -> StoredSearch.textIn(table.settings()))
        .flatMap(Optional::stream)
        .map(StoredSearch::idOf)
        .collect(Collectors.toSet());
    tables.all().stream().map(SearchedTable::id).forEach(used::add);
    return used;
  }

  private void deleteFolder(String name) {
    if (tables.isClosed()) {
      return;
    }
    try {
      BuildFolder.delete(folder.resolve(name));
      LOG.info("a text index that is declared no more was deleted id={}", name);
    } catch (IOException e) {
      LOG.warn("a text index that is declared no more was not deleted id={}", name, e);
    }
  }

  private Mono<Void> deleteConsumer(ConsumerRow consumer) {
    return engine
        .account(consumer.account())
        .consumers()
        .delete(consumer.name())
        .onErrorComplete(NotFoundException.class)
        .onErrorResume(failure -> {
          LOG.warn(
              "the consumer of a text index that is declared no more was not deleted consumer={}",
              consumer.name(),
              failure);
          return Mono.empty();
        });
  }
}
