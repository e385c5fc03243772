package io.weir.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.contract.ModelTableService;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.TestStore;
import io.weir.engine.store.StoreOptions;
import io.weir.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** An engine and its model, asked the same one after the other. Belongs to the test's thread. */
final class Twin implements AutoCloseable {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2001-01-01T00:00:00Z"));
  private final TableService model;
  private final EmbeddedLoops loops = EmbeddedLoops.start(2);
  private final StoreOptions options;
  private Engine engine;

  private Twin(Path folder, int shards) throws IOException {
    var clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    this.model = new ModelTableService(clock);
    this.options = StoreOptions.in(folder)
        .withPartitionGroups(shards)
        .withSegmentBytes(8 << 20)
        .withClock(clock);
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
    now.updateAndGet(moment -> moment.plusMillis(1));
    var expected = Outcome.of(request.apply(model));
    var found = Outcome.of(request.apply(engine.account(AccountName.DEVELOPMENT)));
    assertThat(found.differenceFrom(expected)).as(what).isEmpty();
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
