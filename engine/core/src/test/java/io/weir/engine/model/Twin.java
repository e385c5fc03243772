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

/** An engine and its model, asked the same one after the other. Belongs to the test's thread. */
final class Twin implements AutoCloseable {

  /** So that nothing that the model does between two lines takes a Timestamp of the engine's. */
  private static final Duration BETWEEN_LINES = Duration.ofNanos(10_000);

  /** The model's time. */
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2001-01-01T00:00:00Z"));

  private final AtomicReference<Instant> engineNow = new AtomicReference<>(now.get());

  /** How far the engine's clock goes on each time it is asked. */
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

  /** What a request about the model would answer, without comparing it with anything. */
  TableService model() {
    return model;
  }

  /** Asks both, and holds the engine to the model's answer. */
  void request(String what, Function<TableService, Mono<?>> request) {
    goOn();
    var expected = Outcome.of(request.apply(model));
    var found = Outcome.of(request.apply(engine.account(AccountName.DEVELOPMENT)));
    assertThat(found.differenceFrom(expected)).as(what).isEmpty();
  }

  /**
   * Has both carry out the same lines. Every command of the engine gets a time of its own, whatever shard it is of; so there is one order
   * in which the model can follow.
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

  /** A moment later for both. */
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

  /** Goes on from what is on the disk now, as if the process had been killed at this moment. */
  void crash() throws IOException {
    var image = options.folder().resolveSibling("image");
    Folders.copy(options.folder(), image);
    engine.close();
    Folders.delete(options.folder());
    Files.move(image, options.folder());
    engine = Engine.open(options, loops.loops());
  }

  /** Verifies what holds for every tree, and that no page is lost. */
  void verifyTrees() {
    TestStore.verifyTrees(engine);
  }

  @Override
  public void close() throws IOException {
    engine.close();
    loops.close();
  }
}
