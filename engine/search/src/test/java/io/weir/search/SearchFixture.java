package io.weir.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.search.SearchDefinition;
import io.weir.api.search.SearchPage;
import io.weir.api.search.SearchRequest;
import io.weir.api.search.SearchService;
import io.weir.api.search.SearchState;
import io.weir.api.search.SearchStatus;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.StoreOptions;
import io.weir.search.index.IndexOptions;
import io.weir.search.table.BuildFolder;
import io.weir.search.table.FollowerPace;
import io.weir.testkit.Folders;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A store with its text indexes in a folder of its own, which a test may stop, crash and start
 * again.
 */
final class SearchFixture implements AutoCloseable {

  static final AccountName ACCOUNT = AccountName.DEVELOPMENT;
  static final TableName TABLE = new TableName("Strikes");

  /** Shows changes at once, and commits when the index is closed. */
  static final FollowerPace RARELY = new FollowerPace(
      Duration.ofMillis(1), Duration.ofHours(1), Long.MAX_VALUE, Duration.ofMillis(20));

  /** Shows and commits changes at once. */
  static final FollowerPace OFTEN =
      new FollowerPace(Duration.ofMillis(1), Duration.ofMillis(1), 1 << 20, Duration.ofMillis(20));

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Path folder;
  private final EmbeddedLoops loops = EmbeddedLoops.start(2);
  private final UnaryOperator<StoreOptions> store;
  private UnaryOperator<SearchOptions> options = each -> each;
  private FollowerPace pace = RARELY;
  private IndexOptions index = IndexOptions.DEFAULT;
  private Engine engine;
  private TableSearch search;

  private SearchFixture(Path folder, UnaryOperator<StoreOptions> store) throws IOException {
    this.folder = folder;
    this.store = store;
    start();
  }

  static SearchFixture start(UnaryOperator<StoreOptions> store) throws IOException {
    return new SearchFixture(TestFolders.create("weir-search"), store);
  }

  /** Starts with the table, which has no search yet. */
  static SearchFixture withTable() throws IOException {
    var fixture = start(options -> options);
    fixture.tables().createTable(TABLE).block();
    return fixture;
  }

  private void start() throws IOException {
    engine = Engine.open(
        store.apply(StoreOptions.in(folder.resolve("store")).withSegmentBytes(16 << 20)),
        loops.loops());
    openSearch();
  }

  void openSearch() {
    search = TableSearch.open(
        engine,
        options.apply(SearchOptions.in(indexes())
            .withPace(pace)
            .withIndex(index)
            .withRetry(Duration.ofMillis(50))));
  }

  void use(FollowerPace other) {
    pace = other;
  }

  void use(UnaryOperator<SearchOptions> others) {
    options = others;
  }

  void use(IndexOptions other) {
    index = other;
  }

  Path indexes() {
    return folder.resolve("search");
  }

  Engine engine() {
    return engine;
  }

  TableSearch search() {
    return search;
  }

  TableService tables() {
    return engine.account(ACCOUNT);
  }

  SearchService service() {
    return search.account(ACCOUNT);
  }

  /** Stops properly, and starts again. */
  void restart() throws IOException {
    search.close();
    engine.close();
    start();
  }

  /** Loses what the indexes have not committed, and opens them again. */
  void crashSearch() {
    search.abandon();
    openSearch();
  }

  void declare(SearchDefinition definition) {
    service().declare(TABLE, definition).block();
  }

  void put(String row, String property, String text) {
    put(Entity.builder("p", row).set(property, text).build());
  }

  void put(Entity entity) {
    tables().write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE)).block();
  }

  void delete(String row) {
    tables()
        .write(TABLE, new Write.Delete(new EntityKey("p", row), IfMatch.ANY))
        .block();
  }

  /** Waits until the index answers, holds everything, and is the only one. */
  SearchStatus settled() {
    return awaited(status ->
        status.state() == SearchState.READY && status.lagBytes() == 0 && !status.isRebuilding());
  }

  SearchStatus awaited(Predicate<SearchStatus> condition) {
    return Mono.defer(() -> service().status(TABLE))
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(5)))
        .publishOn(Schedulers.boundedElastic(), 1) // conditions may block
        .filter(condition)
        .next()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  /** Waits until the account has so many consumers. */
  void awaitConsumers(int number) {
    var unused = Mono.defer(() -> tables().consumers().list())
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(5)))
        .filter(all -> all.size() == number)
        .next()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  SearchPage page(SearchRequest request) {
    return service().search(tables(), TABLE, request).blockOptional().orElseThrow();
  }

  /** Waits until something holds. */
  void await(BooleanSupplier condition) {
    var unused = Mono.fromSupplier(condition::getAsBoolean)
        .subscribeOn(Schedulers.boundedElastic()) // conditions may block
        .repeatWhen(done -> done.delayElements(Duration.ofMillis(5)))
        .filter(holds -> holds)
        .next()
        .blockOptional(PATIENCE)
        .orElseThrow();
  }

  /** Returns the names of the consumers of the account. */
  List<String> consumers() {
    return tables().consumers().list().blockOptional().orElseThrow().stream()
        .map(consumer -> consumer.name().value())
        .toList();
  }

  /**
   * Waits until the folder of the only search has one index, and returns its number. The earlier
   * one is deleted after the successor answers.
   */
  String number() {
    await(() -> names(onlyFolder()).size() == 1);
    return names(onlyFolder()).get(0);
  }

  private Path onlyFolder() {
    var ids = names(indexes());
    assertThat(ids).hasSize(1);
    return indexes().resolve(ids.get(0));
  }

  private static List<String> names(Path folder) {
    try {
      return BuildFolder.names(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the loops of the engine. */
  EmbeddedLoops loops() {
    return loops;
  }

  /** Returns the RowKeys of the hits, in their order. */
  List<String> rows(String text) {
    return rows(page(SearchRequest.of(text).top(SearchRequest.MOST_TOP)));
  }

  static List<String> rows(SearchPage page) {
    return page.hits().stream().map(hit -> hit.entity().rowKey()).toList();
  }

  @Override
  public void close() throws IOException {
    search.close();
    engine.close();
    loops.close();
    Folders.delete(folder);
  }
}
