package io.weir.cli.copy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.filter.Filter;
import io.weir.cli.rows.Loader;
import io.weir.cli.terminal.LoadProgress;
import io.weir.pattern.migration.Pages;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Copies the ranges of one table, several at a time.
 *
 * <p>A worker reads a range page by page and stores each page before it asks for the one after the
 * next. A worker without a range cuts one that another worker copies. Immutable; any thread.
 *
 * @param stored writes the journal, after entities were stored
 */
record TableCopy(
    TableService source,
    Loader target,
    TableName table,
    TableRanges ranges,
    CopyPace pace,
    LoadProgress progress,
    Mono<Void> stored) {

  /**
   * Copies what is left, with this many workers. Returns the number of copied entities, those of
   * earlier runs included.
   */
  Mono<Long> run(int workers) {
    return Flux.range(0, workers)
        .flatMap(worker -> claim().expand(number -> copy(number).then(claim())), workers)
        .then(Mono.fromSupplier(
            () -> ranges.all().stream().mapToLong(CopyRange::copied).sum()));
  }

  private Mono<Integer> claim() {
    return Mono.defer(() -> Mono.justOrEmpty(ranges.claim()))
        .switchIfEmpty(Mono.defer(() -> new RangeSplit(source, table, ranges).take()));
  }

  private Mono<Void> copy(int number) {
    return Flux.fromIterable(ranges.range(number).left())
        .concatMap(filter -> pages(filter, number), 1)
        .concatMap(page -> store(number, page), 1)
        .then(Mono.fromRunnable(() -> ranges.finished(number)))
        .then(stored);
  }

  /**
   * Returns the entities of a range, page by page. The range may be cut meanwhile; nothing above
   * its end is returned.
   */
  private Flux<List<Entity>> pages(Filter filter, int number) {
    return Pages.of(source, table, Query.ALL.where(filter)).handle((page, inside) -> {
      var entities = ranges.within(number, page.items());
      inside.next(entities);
      if (entities.size() < page.items().size()) {
        inside.complete();
      }
    });
  }

  private Mono<Void> store(int number, List<Entity> entities) {
    if (entities.isEmpty()) {
      return Mono.empty();
    }
    return pace.take(entities.size())
        .then(Mono.defer(() -> target.load(table, Flux.fromIterable(entities), progress)))
        .doOnNext(
            count -> ranges.stored(number, entities.get(entities.size() - 1).key(), count))
        .then(stored);
  }
}
