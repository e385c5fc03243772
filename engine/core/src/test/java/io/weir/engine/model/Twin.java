package io.weir.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * An engine and its model, which get the same requests one after another. Belongs to the test's
 * thread.
 */
final class Twin implements AutoCloseable {

  /** Distance that keeps the model's Timestamps between two lines apart from the engine's. */
  private static final Duration BETWEEN_LINES = Duration.ofNanos(10_000);

  /** The model's time. */
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2001-01-01T00:00:00Z"));

  private final AtomicReference<Instant> engineNow = new AtomicReference<>(now.get());

  /** Time by which the engine's clock advances at each reading. */
  private volatile Duration tick = Duration.ZERO;

  private final TableService model;
  private final EmbeddedLoops loops = EmbeddedLoops.start(2);
  private final StoreOptions options;
  private Engine engine;

  private Twin(Path folder, int shards) throws IOException {
    this.model = new ModelTableService(now::get);
    this.options = StoreOptions.in(folder)
        .withPartitionGroups(shards)
        .withSegmentBytes(8 << 20)
        .withClock(((InstantSource) this::tick).withZone(ZoneOffset.UTC));
    this.engine = Engine.open(options, loops.loops());
  }

  static Twin open(Path folder, int shards) throws IOException {
    return new Twin(folder, shards);
  }

  /** Returns the model's outcome without a comparison. */
  TableService model() {
    return model;
  }

  /** Sends the request to both and requires equal outcomes. */
  void request(String what, Function<TableService, Mono<?>> request) {
    goOn();
    var expected = Outcome.of(request.apply(model));
    var found = Outcome.of(request.apply(engine.account(AccountName.DEVELOPMENT)));
    assertThat(found.differenceFrom(expected)).as(what).isEmpty();
  }

  /**
   * Has both carry out the lines. Every command of the engine gets a Timestamp of its own across
   * all shards, so the model can follow in one order.
   */
  void bulk(String what, TableName table, List<BulkLine> lines) {
    goOn();
    tick = BETWEEN_LINES;
    var results = engine
        .account(AccountName.DEVELOPMENT)
        .bulk(table, Flux.fromIterable(lines))
        .collectList();
    var found = new AtomicReference<>(List.<BulkResult>of());
    var outcome = Outcome.of(results.doOnNext(found::set).map(BulkReplay::said));
    tick = Duration.ZERO;
    var expected = Outcome.of(
        found.get().isEmpty()
            ? model.bulk(table, Flux.fromIterable(lines)).collectList()
            : Mono.fromSupplier(() -> replay(table).answers(lines, found.get())));
    now.set(engineNow.get());
    assertThat(outcome.differenceFrom(expected)).as(what).isEmpty();
  }

  private BulkReplay replay(TableName table) {
    return new BulkReplay(model, table, ticks -> now.set(new EdmDateTime(ticks).toInstant()));
  }

  /** Advances both clocks. */
  private void goOn() {
    engineNow.set(now.updateAndGet(moment -> moment.plusMillis(1)));
  }

  private Instant tick() {
    return engineNow.getAndUpdate(moment -> moment.plus(tick));
  }

  void snapshot() throws IOException {
    engine.store().checkpoint();
  }

  void restart() throws IOException {
    engine.close();
    engine = Engine.open(options, loops.loops());
  }

  /** Opens the present content of the disk, as if the process had been killed now. */
  void crash() throws IOException {
    var image = options.folder().resolveSibling("image");
    Folders.copy(options.folder(), image);
    engine.close();
    Folders.delete(options.folder());
    Files.move(image, options.folder());
    engine = Engine.open(options, loops.loops());
  }

  /** Verifies the invariants of every tree, and that no page is lost. */
  void verifyTrees() {
    TestStore.verifyTrees(engine);
  }

  @Override
  public void close() throws IOException {
    engine.close();
    loops.close();
  }
}
