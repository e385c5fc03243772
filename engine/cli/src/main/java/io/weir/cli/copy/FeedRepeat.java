package io.weir.cli.copy;

import io.weir.api.FeedItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.cli.load.Loader;
import io.weir.cli.terminal.LoadProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Repeats items of the source's feed in the target.
 *
 * <p>Of several changes of one key only the last counts. A removed range names no keys, and its partition groups are the source's own: the keys of
 * the whole table are compared, and those that the source does not have are removed. A dropped table is dropped.
 *
 * <p>Any thread; one call at a time.
 */
final class FeedRepeat {

  private static final int REMOVALS_IN_FLIGHT = 16;

  private final TableService source;
  private final Loader target;
  private final Predicate<TableName> isChosen;
  private final LoadProgress progress;

  /** Tables that the target has. */
  private final Set<TableName> existing = ConcurrentHashMap.newKeySet();

  FeedRepeat(
      TableService source, Loader target, Predicate<TableName> isChosen, LoadProgress progress) {
    this.source = source;
    this.target = target;
    this.isChosen = isChosen;
    this.progress = progress;
  }

  /** Repeats the items and returns the number of changes. */
  Mono<Long> of(List<FeedItem> items) {
    var steps = new Steps();
    items.forEach(item -> item.dispatch(steps));
    steps.endRun();
    return Flux.fromIterable(steps.all).concatMap(step -> step, 1).reduce(0L, Long::sum);
  }

  /** The items as steps, one after another. A run of changes of single keys is one step for each table. */
  private final class Steps implements FeedItem.Handler<Boolean> {

    private final List<Mono<Long>> all = new ArrayList<>();
    private final Map<TableName, Map<EntityKey, Optional<Entity>>> run = new LinkedHashMap<>();

    @Override
    public Boolean change(FeedItem.Change item) {
      if (isChosen.test(item.table())) {
        run.computeIfAbsent(item.table(), table -> new LinkedHashMap<>())
            .put(item.key(), item.after());
      }
      return true;
    }

    @Override
    public Boolean rangeRemoved(FeedItem.RangeRemoved item) {
      if (isChosen.test(item.table())) {
        endRun();
        all.add(new TableComparison(source, target.service(), item.table())
            .removeExtra()
            .onErrorReturn(NotFoundException.class, 0L)); // dropped since
      }
      return true;
    }

    @Override
    public Boolean tableDropped(FeedItem.TableDropped item) {
      if (isChosen.test(item.table())) {
        endRun();
        all.add(drop(item.table()));
      }
      return true;
    }

    @Override
    public Boolean checkpoint(FeedItem.Checkpoint item) {
      return true;
    }

    void endRun() {
      run.forEach((table, last) -> all.add(repeat(table, last)));
      run.clear();
    }
  }

  private Mono<Long> repeat(TableName table, Map<EntityKey, Optional<Entity>> last) {
    var stored = last.values().stream().flatMap(Optional::stream).toList();
    var removed = last.entrySet().stream()
        .filter(each -> each.getValue().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
    return ready(table)
        .then(Mono.defer(() -> target.load(table, Flux.fromIterable(stored), progress)))
        .thenMany(Flux.fromIterable(removed))
        .flatMap(key -> remove(table, key), REMOVALS_IN_FLIGHT)
        .then(Mono.just((long) last.size()));
  }

  private Mono<Void> remove(TableName table, EntityKey key) {
    return target
        .service()
        .write(table, new Write.Delete(key, IfMatch.ANY))
        .then()
        .onErrorComplete(NotFoundException.class);
  }

  private Mono<Void> ready(TableName table) {
    return existing.contains(table)
        ? Mono.empty()
        : target.ensure(table).doOnNext(made -> existing.add(table)).then();
  }

  private Mono<Long> drop(TableName table) {
    return Mono.defer(() -> {
      existing.remove(table);
      return target
          .service()
          .deleteTable(table)
          .onErrorComplete(NotFoundException.class)
          .thenReturn(1L);
    });
  }
}
