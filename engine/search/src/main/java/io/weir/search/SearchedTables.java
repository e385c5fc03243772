package io.weir.search;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.Engine;
import io.weir.search.table.BuildContext;
import io.weir.search.table.BuildFolder;
import io.weir.search.table.FeedDistance;
import io.weir.search.table.SearchedTable;
import io.weir.search.table.StoredSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The searches that run, one for each table that declares one.
 *
 * <p>One thread, {@code weir-search-tables}, starts, changes and drops them. It reads a declaration
 * and acts on it in one task, so a declaration that is overtaken by a later one has no effect.
 * Look-ups run on any thread and do not block.
 */
final class SearchedTables {

  private static final Logger LOG = LoggerFactory.getLogger(SearchedTables.class);

  private static final int WAITING_TASKS = 10_000;
  private static final int IDLE_SECONDS = 60;

  /** A table of an account. */
  private record Place(AccountName account, String table) {}

  /**
   * The result of a comparison of a declaration with the search that runs: both are the same again.
   *
   * @param table empty if no search is declared
   * @param done completes when what was begun for that is done
   */
  record Agreement(Optional<SearchedTable> table, Mono<Void> done) {}

  private final Engine engine;
  private final SearchOptions options;
  private final Scheduler indexing;
  private final Scheduler registrar =
      Schedulers.newBoundedElastic(1, WAITING_TASKS, "weir-search-tables", IDLE_SECONDS, true);

  /** Changed by the registrar, and by a table that was dropped. */
  private final ConcurrentHashMap<Place, SearchedTable> running = new ConcurrentHashMap<>();

  /** Searches that are being dropped. */
  private final Set<Mono<Void>> ending = ConcurrentHashMap.newKeySet();

  private final LongAdder failures = new LongAdder();

  /** Written by the registrar. Others read it to give up early. */
  private volatile boolean isClosed;

  SearchedTables(Engine engine, SearchOptions options, Scheduler indexing) {
    this.engine = engine;
    this.options = options;
    this.indexing = indexing;
  }

  /** Returns the text of a table's declaration. Fails with {@code TableNotFound}. Any thread. */
  Optional<String> declaration(AccountName account, TableName table) {
    return StoredSearch.textIn(engine
        .settings(account)
        .ofTable(table)
        .orElseThrow(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table)));
  }

  /** Returns the text of a table's declaration; empty also without such a table. Any thread. */
  Optional<String> declarationIfAny(AccountName account, TableName table) {
    return engine.settings(account).ofTable(table).flatMap(StoredSearch::textIn);
  }

  /**
   * Returns the search of a table as it is declared at present; empty if it has none. Fails with
   * {@code TableNotFound}, and as {@link #agree} does.
   */
  Mono<SearchedTable> find(AccountName account, TableName table) {
    return Mono.defer(() -> {
      var declared = declaration(account, table);
      var held = running.get(place(account, table));
      if (held == null && declared.isEmpty()) {
        return Mono.empty();
      }
      return held != null && declared.filter(held::isOf).isPresent()
          ? Mono.just(held)
          : agree(account, table).flatMap(agreed -> Mono.justOrEmpty(agreed.table()));
    });
  }

  private static Place place(AccountName account, TableName table) {
    return new Place(account, table.folded());
  }

  /**
   * Starts what is declared and does not run, changes what runs and is declared otherwise, and
   * drops what runs and is not declared. This happens also when the result is cancelled.
   *
   * <p>Fails with {@code ServerBusy} while this closes, and with {@code InternalError} for a
   * declaration that cannot be read.
   */
  Mono<Agreement> agree(AccountName account, TableName table) {
    return registered(() -> agreeNow(account, table));
  }

  private <T> Mono<T> registered(Callable<T> task) {
    return Mono.defer(() -> {
      var result = Sinks.<T>one();
      try {
        var unused = registrar.schedule(() -> {
          try {
            result.tryEmitValue(task.call());
          } catch (Exception e) { // a callable may fail in any way; the subscriber handles it
            result.tryEmitError(e);
          }
        });
      } catch (RejectedExecutionException e) {
        return Mono.error(new ServiceBusyException("search=closingOrTooManyTasks"));
      }
      return result.asMono();
    });
  }

  private Agreement agreeNow(AccountName account, TableName table) {
    var place = place(account, table);
    var held = running.get(place);
    var declared = declarationIfAny(account, table);
    if (held != null
        && declared.filter(text -> StoredSearch.idOf(text).equals(held.id())).isPresent()) {
      var text = declared.get();
      return new Agreement(Optional.of(held), held.isOf(text) ? Mono.empty() : held.revise(text));
    }
    var dropped = held == null ? Mono.<Void>empty() : drop(place, held);
    if (declared.isEmpty()) {
      return new Agreement(Optional.empty(), dropped);
    }
    if (isClosed) {
      throw new ServiceBusyException("reason=closing");
    }
    return start(account, table, declared.get());
  }

  private Mono<Void> drop(Place place, SearchedTable held) {
    running.remove(place, held);
    var end = held.drop();
    ending.add(end);
    var unused = end.doFinally(signal -> ending.remove(end)).subscribe();
    return end;
  }

  private Agreement start(AccountName account, TableName table, String declaration) {
    var search = StoredSearch.parse(declaration); // before a worker is taken
    var place = place(account, table);
    var tables = engine.account(account);
    var context = new BuildContext(
        search.id(),
        new BuildFolder(options.folder().resolve(search.id())),
        options.index(),
        tables,
        engine.serviceConsumers(account),
        new FeedDistance(engine.store(), account, table),
        options.pace(),
        options.retry(),
        options.clock(),
        Schedulers.single(indexing),
        failures);
    var started = new SearchedTable(context, declaration, dropped -> drop(place, dropped));
    running.put(place, started);
    var begun = started
        .start()
        .doOnError(rejected -> {
          running.remove(place, started); // the next use tries again
          var unused = started.abandon();
        })
        .cache();
    var unused = begun.subscribe(
        none -> {}, rejected -> LOG.warn("a text index was not opened place={}", place, rejected));
    return new Agreement(Optional.of(started), begun);
  }

  /** Starts each declared search. One that cannot be started does not concern the others. */
  Mono<Void> openDeclared() {
    return Flux.defer(() -> Flux.fromIterable(engine.accounts()))
        .concatMap(account -> engine
            .account(account)
            .tables()
            .concatMap(table -> opened(account, table))
            .onErrorResume(failure -> notOpened(account.value(), failure)))
        .then();
  }

  private Mono<Void> opened(AccountName account, TableName table) {
    return Mono.defer(() -> declarationIfAny(account, table).isEmpty()
            ? Mono.empty()
            : agree(account, table).then())
        .onErrorResume(failure -> notOpened(account + "/" + table, failure));
  }

  private Mono<Void> notOpened(String what, Throwable failure) {
    if (isClosed) {
      LOG.debug("the text indexes were closed while they were opened", failure);
    } else {
      LOG.warn("a text index was not opened; it opens when it is first used of={}", what, failure);
    }
    return Mono.empty();
  }

  /** Returns the searches that run. Any thread. */
  Collection<SearchedTable> all() {
    return running.values();
  }

  /** Returns how often an index has failed. Any thread. */
  long failures() {
    return failures.sum();
  }

  boolean isClosed() {
    return isClosed;
  }

  /**
   * Commits and closes all indexes. Completes when that, and each drop that is under way, is done.
   * Never fails.
   */
  Mono<Void> close() {
    return end(SearchedTable::close);
  }

  /** Closes all indexes as they were at their last commits. Completes as {@link #close} does. */
  Mono<Void> abandon() {
    return end(SearchedTable::abandon);
  }

  private Mono<Void> end(Function<SearchedTable, Mono<Void>> closing) {
    return registered(() -> {
          isClosed = true;
          var ends = new ArrayList<>(ending);
          running.values().forEach(table -> ends.add(closing.apply(table)));
          running.clear();
          return Mono.whenDelayError(ends);
        })
        .flatMap(Function.identity())
        .onErrorComplete(ServiceBusyException.class); // closed already
  }

  /** Ends the registrar. Does not wait. */
  void dispose() {
    registrar.dispose();
  }
}
