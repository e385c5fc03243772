package io.weir.search;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.NotFoundException;
import io.weir.api.search.SearchService;
import io.weir.engine.Engine;
import io.weir.search.follow.FeedDistance;
import io.weir.search.table.BuildContext;
import io.weir.search.table.BuildFolder;
import io.weir.search.table.SearchedTable;
import io.weir.search.table.StoredSearch;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Full-text search in the tables of an engine.
 *
 * <p>{@link #open} begins to bring the indexes up to date and does not wait for them. {@link #account} and what it returns may be used on any thread
 * and do not block. {@link #close} blocks; close it before the engine.
 */
public final class TableSearch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TableSearch.class);

  /** Tasks that may wait for a thread that keeps indexes: a few for each of its tables. */
  private static final int WAITING_INDEX_TASKS = 10_000;

  private static final int IDLE_SECONDS = 60;
  private static final long MOST_CLOSE_SECONDS = 60;
  private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern CONSUMER =
      Pattern.compile(BuildContext.CONSUMER_PREFIX + "(" + ID + ")-[0-9]+");

  /** A table of an account. */
  private record Place(AccountName account, String table) {}

  private final Engine engine;
  private final SearchOptions options;
  private final Scheduler indexing;
  private final Scheduler searching;
  private final ConcurrentHashMap<Place, SearchedTable> running = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  private TableSearch(Engine engine, SearchOptions options) {
    this.engine = engine;
    this.options = options;
    this.indexing = Schedulers.newBoundedElastic(
        options.indexThreads(), WAITING_INDEX_TASKS, "weir-search", IDLE_SECONDS, true);
    this.searching = Schedulers.newBoundedElastic(
        options.queryThreads(), options.waitingQueries(), "weir-search-query", IDLE_SECONDS, true);
  }

  /** Opens the searches of all tables of an engine that have one. The engine must stay open until this is closed. */
  public static TableSearch open(Engine engine, SearchOptions options) {
    var search = new TableSearch(engine, options);
    var unused = search.openDeclared().subscribe(none -> {}, search::notOpened);
    return search;
  }

  private void notOpened(Throwable failure) {
    if (isClosed) {
      LOG.debug("the text indexes were closed while they were opened", failure);
    } else {
      LOG.warn("not all text indexes were opened; each opens when it is first used", failure);
    }
  }

  /** Returns the search in the tables of an account. */
  public SearchService account(AccountName account) {
    return new AccountSearches(this, engine, account);
  }

  SearchOptions options() {
    return options;
  }

  Scheduler searching() {
    return searching;
  }

  /** Starts each declared search, and deletes the folders and consumers of those that are declared no more. */
  private Mono<Void> openDeclared() {
    return Mono.fromCallable(() -> BuildFolder.names(options.folder()))
        .subscribeOn(indexing)
        .flatMap(folders -> Flux.fromIterable(engine.accounts())
            .concatMap(account -> engine.account(account).tables().doOnNext(table -> {
              var unused = find(account, table);
            }))
            .then(Mono.defer(() -> deleteOthers(folders))));
  }

  private Mono<Void> deleteOthers(List<String> folders) {
    var declared = running.values().stream()
        .map(SearchedTable::id)
        .collect(Collectors.toCollection(HashSet::new));
    return Mono.<Void>fromRunnable(() -> folders.stream()
            .filter(name -> ID.matcher(name).matches() && !declared.contains(name))
            .forEach(this::deleteFolder))
        .subscribeOn(indexing)
        .then(Mono.defer(() -> deleteConsumers(declared)));
  }

  private void deleteFolder(String name) {
    try {
      BuildFolder.delete(options.folder().resolve(name));
      LOG.info("a text index that is declared no more was deleted id={}", name);
    } catch (IOException e) {
      LOG.warn("a text index that is declared no more was not deleted id={}", name, e);
    }
  }

  /** Looks at all consumers of the store: an account whose last table was dropped is not among the engine's accounts. */
  private Mono<Void> deleteConsumers(Set<String> declared) {
    var leftOver = engine
        .store()
        .catalog()
        .consumers()
        .all()
        .filter(consumer -> isLeftOver(consumer.name().value(), declared))
        .toList();
    return Flux.fromIterable(leftOver)
        .concatMap(consumer -> engine
            .account(consumer.account())
            .consumers()
            .delete(consumer.name())
            .onErrorComplete(NotFoundException.class))
        .then();
  }

  private boolean isLeftOver(String consumer, Set<String> declared) {
    var name = CONSUMER.matcher(consumer);
    return name.matches()
        && !declared.contains(name.group(1))
        && running.values().stream().noneMatch(table -> table.id().equals(name.group(1)));
  }

  /**
   * Returns the search of a table as it is declared at present; empty if it has none. Starts what is declared and does not run, drops what runs and
   * is not declared. Does not block.
   */
  Optional<SearchedTable> find(AccountName account, TableName table) {
    var declared = engine.settings(account).ofTable(table).flatMap(StoredSearch::in);
    var place = new Place(account, table.folded());
    return Optional.ofNullable(
        running.compute(place, (key, held) -> agree(account, table, held, declared)));
  }

  private @Nullable SearchedTable agree(
      AccountName account,
      TableName table,
      @Nullable SearchedTable held,
      Optional<StoredSearch> declared) {
    if (held != null && declared.filter(search -> search.id().equals(held.id())).isPresent()) {
      return held;
    }
    if (held != null) {
      held.drop();
    }
    return isClosed
        ? null
        : declared.map(search -> started(account, table, search)).orElse(null);
  }

  private SearchedTable started(AccountName account, TableName table, StoredSearch search) {
    var tables = engine.account(account);
    var context = new BuildContext(
        search.id(),
        new BuildFolder(options.folder().resolve(search.id())),
        options.index(),
        tables,
        new FeedDistance(engine.store(), account, table),
        options.pace(),
        options.retry(),
        options.clock(),
        Schedulers.single(indexing));
    var place = new Place(account, table.folded());
    var started =
        new SearchedTable(context, search.definition(), dropped -> running.remove(place, dropped));
    started.start();
    return started;
  }

  /** Commits and closes all indexes. Waits for that, a minute at most. Searches fail from now on. */
  @Override
  public void close() {
    end(SearchedTable::close);
  }

  /** Closes all indexes as they were at their last commits, as a crash leaves them. For tests. */
  void abandon() {
    end(SearchedTable::abandon);
  }

  private void end(BiConsumer<SearchedTable, Runnable> closing) {
    isClosed = true;
    var all = List.copyOf(running.values());
    var open = new CountDownLatch(all.size());
    all.forEach(table -> closing.accept(table, open::countDown));
    try {
      if (!open.await(MOST_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("text indexes did not close in time; they follow from their last commits");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    running.clear();
    indexing.dispose();
    searching.dispose();
  }
}
