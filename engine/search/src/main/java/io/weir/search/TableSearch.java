package io.weir.search;

import io.weir.api.AccountName;
import io.weir.api.search.SearchMeasures;
import io.weir.api.search.SearchService;
import io.weir.engine.Engine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Full-text search in the tables of an engine.
 *
 * <p>{@link #open} begins to bring the indexes up to date and does not wait for them.
 * {@link #account} and what it returns may be used on any thread and do not block. {@link #close}
 * blocks; close it before the engine.
 */
public final class TableSearch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TableSearch.class);

  /** Tasks that may wait for a thread that keeps indexes: a few for each of its tables. */
  private static final int WAITING_INDEX_TASKS = 100_000;

  private static final int IDLE_SECONDS = 60;
  private static final long MOST_CLOSE_SECONDS = 60;

  private final Engine engine;
  private final SearchOptions options;
  private final Scheduler indexing;
  private final Scheduler searching;
  private final SearchedTables tables;
  private final Rankings rankings;
  private final SearchMeasures measures;

  private TableSearch(Engine engine, SearchOptions options) {
    this.engine = engine;
    this.options = options;
    this.indexing = Schedulers.newBoundedElastic(
        options.indexThreads(), WAITING_INDEX_TASKS, "weir-search", IDLE_SECONDS, true);
    this.searching = Schedulers.newBoundedElastic(
        options.queryThreads(), options.waitingQueries(), "weir-search-query", IDLE_SECONDS, true);
    this.tables = new SearchedTables(engine, options, indexing);
    this.rankings = new Rankings(searching);
    this.measures = new IndexMeasures(tables);
  }

  /**
   * Opens the searches of all tables of an engine that have one. The engine must stay open until
   * this is closed.
   */
  public static TableSearch open(Engine engine, SearchOptions options) {
    var search = new TableSearch(engine, options);
    var unused = search
        .tables
        .openDeclared()
        .then(new LeftOvers(engine, options.folder(), search.indexing, search.tables).deleted())
        .subscribe(none -> {}, search::notDeleted);
    return search;
  }

  private void notDeleted(Throwable failure) {
    if (tables.isClosed()) {
      LOG.debug("the text indexes were closed while they were opened", failure);
    } else {
      LOG.warn("what is left of dropped searches was not deleted", failure);
    }
  }

  /** Returns the search in the tables of an account. */
  public SearchService account(AccountName account) {
    return new AccountSearches(this, engine, account);
  }

  /**
   * Returns what the indexes of all accounts measure together; held as long as this. Any thread;
   * does not block.
   */
  public SearchMeasures measures() {
    return measures;
  }

  SearchOptions options() {
    return options;
  }

  SearchedTables tables() {
    return tables;
  }

  Rankings rankings() {
    return rankings;
  }

  Scheduler searching() {
    return searching;
  }

  /**
   * Commits and closes all indexes. Waits for that, a minute at most. Searches fail from now on.
   */
  @Override
  public void close() {
    end(SearchedTables::close);
  }

  /** Closes all indexes as they were at their last commits, as a crash leaves them. For tests. */
  void abandon() {
    end(SearchedTables::abandon);
  }

  private void end(Function<SearchedTables, Mono<Void>> closing) {
    var end = new CountDownLatch(1);
    var unused = closing.apply(tables).doFinally(signal -> end.countDown()).subscribe();
    try {
      if (!end.await(MOST_CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("text indexes did not close in time; they follow from their last commits");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tables.dispose();
    indexing.dispose();
    searching.dispose();
    rankings.close();
  }
}
