package io.weir.search;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchService;
import io.weir.api.search.SearchStatus;
import io.weir.engine.Engine;
import io.weir.search.query.Clause;
import io.weir.search.query.SearchText;
import io.weir.search.table.SearchView;
import io.weir.search.table.SearchedTable;
import io.weir.search.table.StoredSearch;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The searches in the tables of one account.
 *
 * <p>Runs on: the caller's thread for what is in memory, {@code weir-search-tables} and
 * {@code weir-search-N} for declarations, {@code weir-search-query-N} for what reads an index.
 * Entities are read, and changes signalled, on the threads of the engine.
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
      var id = search
          .tables()
          .declaration(account, table)
          .map(StoredSearch::idOf)
          .filter(StoredSearch::isId);
      var stored = id.map(present -> new StoredSearch(present, definition))
          .orElseGet(() -> StoredSearch.first(definition, ThreadLocalRandom.current()));
      return changed(table, stored.toSetting()).then(status(table));
    });
  }

  /**
   * Changes the declaration, and lets what runs for the table agree with it. Both happen also when
   * the result is cancelled: a declaration that is stored takes effect at once.
   */
  private Mono<Void> changed(TableName table, Map<String, String> change) {
    var whole = settings
        .changeTable(table, change)
        .then(Mono.defer(() -> search.tables().agree(account, table)))
        .flatMap(SearchedTables.Agreement::done);
    return Mono.fromFuture(whole::toFuture, true);
  }

  @Override
  public Mono<SearchStatus> status(TableName table) {
    return require(table).map(found -> status(table, found));
  }

  private SearchStatus status(TableName table, SearchedTable found) {
    var declared = search.tables().declaration(account, table).map(StoredSearch::parse);
    return SearchStatuses.of(table, declared.map(StoredSearch::definition), found.view());
  }

  @Override
  public Mono<List<SearchStatus>> list() {
    return engine
        .account(account)
        .tables()
        .filter(table -> search.tables().declarationIfAny(account, table).isPresent())
        .concatMap(table -> status(table)
            .onErrorComplete(NotFoundException.class)
            .onErrorResume(failure -> leftOut(table, failure)))
        .collectList();
  }

  /** A table whose declaration cannot be read does not hide the others. */
  private static Mono<SearchStatus> leftOut(TableName table, Throwable failure) {
    LOG.warn("a search is left out of the list table={}", table, failure);
    return Mono.empty();
  }

  @Override
  public Mono<Void> drop(TableName table) {
    return Mono.defer(() -> search.tables().declaration(account, table).isEmpty()
        ? Mono.error(none(table))
        : changed(table, StoredSearch.removal()));
  }

  @Override
  public Mono<Void> rebuild(TableName table) {
    return require(table).flatMap(SearchedTable::rebuild);
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
    return Rankings.inPresentIndex(require(table)
        .map(SearchedTable::view)
        .flatMap(view -> search(table, view, clauses, request, reading)));
  }

  private Mono<SearchPage> search(
      TableName table,
      SearchView view,
      List<Clause> clauses,
      SearchRequest request,
      HitReading reading) {
    var build = view.answering().orElseThrow(() -> noIndex(table, view));
    var lag = build.lag(); // before the ranking begins
    var longest = search.options().longest();
    return search
        .rankings()
        .use(
            () -> build.index().rank(clauses, view.definition(), request.skip(), longest),
            windows -> new PageFill(request, reading, windows).fill(lag, longest));
  }

  private static ServiceBusyException noIndex(TableName table, SearchView view) {
    return new ServiceBusyException("table=" + table + " search=" + view.state().text()
        + view.next().map(next -> " documents=" + next.index().documents()).orElse("")
        + (view.failure().isEmpty() ? "" : " reason=" + view.failure()));
  }

  private Mono<SearchedTable> require(TableName table) {
    return search.tables().find(account, table).switchIfEmpty(Mono.error(() -> none(table)));
  }

  private static NotFoundException none(TableName table) {
    return new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + table + " search=none");
  }
}
