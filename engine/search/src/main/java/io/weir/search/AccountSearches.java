package io.weir.search;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchService;
import io.weir.api.search.SearchStatus;
import io.weir.engine.Engine;
import io.weir.search.index.EntityIndex;
import io.weir.search.query.SearchText;
import io.weir.search.table.IndexBuild;
import io.weir.search.table.SearchView;
import io.weir.search.table.SearchedTable;
import io.weir.search.table.StoredSearch;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The searches in the tables of one account.
 *
 * <p>Runs on: the caller's thread for what is in memory, {@code weir-search-query-N} for what reads an index. Entities are read, and changes
 * signalled, on the threads of the engine.
 */
final class AccountSearches implements SearchService {

  private static final Logger LOG = LoggerFactory.getLogger(AccountSearches.class);

  private final TableSearch search;
  private final Engine engine;
  private final AccountSettings settings;
  private final AccountName account;

  AccountSearches(TableSearch search, Engine engine, AccountName account) {
    this.search = search;
    this.engine = engine;
    this.settings = engine.settings(account);
    this.account = account;
  }

  @Override
  public Mono<SearchStatus> declare(TableName table, SearchDefinition definition) {
    return Mono.defer(() -> {
      if (engine.store().published() == null) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "reason=noLog");
      }
      var stored = declared(table)
          .map(search -> search.with(definition))
          .orElseGet(() -> StoredSearch.first(definition, ThreadLocalRandom.current()));
      return settings.changeTable(table, stored.toSetting()).then(Mono.defer(() -> {
        var found = require(table);
        declared(table).ifPresent(now -> found.define(now.definition()));
        return status(table);
      }));
    });
  }

  @Override
  public Mono<SearchStatus> status(TableName table) {
    return Mono.fromCallable(() -> of(table, declared(table), require(table).view()))
        .subscribeOn(search.searching())
        .onErrorMap(AccountSearches::ofService);
  }

  @Override
  public Mono<List<SearchStatus>> list() {
    return engine
        .account(account)
        .tables()
        .filter(table -> declared(table).isPresent())
        .concatMap(table -> status(table).onErrorComplete(NotFoundException.class))
        .collectList();
  }

  @Override
  public Mono<Void> drop(TableName table) {
    return Mono.defer(() -> {
      var unused = require(table);
      return settings
          .changeTable(table, StoredSearch.removal())
          .then(Mono.fromRunnable(() -> dropped(table)));
    });
  }

  /** Lets the search of the table, which is declared no more, close and delete its index. */
  private void dropped(TableName table) {
    var unused = search.find(account, table);
  }

  @Override
  public Mono<Void> rebuild(TableName table) {
    return Mono.fromRunnable(() -> require(table).rebuild());
  }

  @Override
  public Mono<SearchPage> search(TableService readers, TableName table, SearchRequest request) {
    return Mono.defer(() -> {
      var reading = new HitReading(readers, table, request);
      return reading.permitted().then(Mono.defer(() -> search(table, request, reading)));
    });
  }

  private Mono<SearchPage> search(TableName table, SearchRequest request, HitReading reading) {
    var clauses = SearchText.parse(request.text());
    var view = require(table).view();
    var build = view.answering().orElseThrow(() -> noIndex(table, view));
    var fill = new PageFill(
        request,
        reading,
        (from, count) -> Mono.fromCallable(() -> build
                .index()
                .window(
                    clauses, view.definition(), from, count, search.options().longest()))
            .subscribeOn(search.searching())
            .onErrorMap(AccountSearches::ofService));
    return fill.fill(build.lag(), search.options().longest());
  }

  private static ServiceBusyException noIndex(TableName table, SearchView view) {
    return new ServiceBusyException("table=" + table + " search=" + view.state().text()
        + view.next().map(next -> " documents=" + documents(next.index())).orElse("")
        + (view.failure().isEmpty() ? "" : " reason=" + view.failure()));
  }

  /** A queue that is full, an index that was closed while it was searched, and a disk that fails. */
  private static Throwable ofService(Throwable failure) {
    if (failure instanceof TableServiceException) {
      return failure;
    }
    if (failure instanceof RejectedExecutionException) {
      return new ServiceBusyException("reason=tooManySearches");
    }
    if (failure instanceof IllegalStateException) { // Lucene's AlreadyClosedException
      return new ServiceBusyException("search=switching");
    }
    LOG.warn("a search failed", failure);
    return failure instanceof IOException
        ? new ServiceBusyException("search=failed")
        : new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "search=failed", failure);
  }

  private Optional<StoredSearch> declared(TableName table) {
    var found = settings
        .ofTable(table)
        .orElseThrow(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table));
    return StoredSearch.in(found);
  }

  private SearchedTable require(TableName table) {
    var unused = declared(table);
    return search
        .find(account, table)
        .orElseThrow(() ->
            new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + table + " search=none"));
  }

  private static SearchStatus of(
      TableName table, Optional<StoredSearch> declared, SearchView view) {
    var shown = view.answering().or(view::next);
    var next = view.answering().isPresent() ? view.next() : Optional.<IndexBuild>empty();
    return new SearchStatus(
        table,
        declared.map(StoredSearch::definition).orElse(view.definition()),
        view.state(),
        shown.map(build -> documents(build.index())).orElse(0L),
        shown.map(build -> build.index().bytes()).orElse(0L),
        shown.map(IndexBuild::lag).orElse(Duration.ZERO),
        shown.map(IndexBuild::lagBytes).orElse(0L),
        next.isPresent(),
        next.map(build -> documents(build.index())).orElse(0L),
        view.failure());
  }

  /** Returns the number of entities; 0 for an index that is being closed. */
  private static long documents(EntityIndex index) {
    try {
      return index.documents();
    } catch (IOException | IllegalStateException e) {
      LOG.debug("the documents of a closed text index were not counted", e);
      return 0;
    }
  }
}
