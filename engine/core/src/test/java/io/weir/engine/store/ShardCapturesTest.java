package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.balance.Placement;
import io.weir.engine.catalog.Catalog;
import io.weir.engine.log.MemoryLog;
import io.weir.engine.loop.ImmediateLoop;
import io.weir.engine.loop.Loops;
import io.weir.engine.page.extent.ChroniclePageStore;
import io.weir.engine.page.extent.PageStoreOptions;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The release of places that were kept for pins, in a shard that is refused. */
final class ShardCapturesTest {

  @TempDir
  Path folder;

  private final ImmediateLoop loop = new ImmediateLoop();

  @Test
  void aShardThatStaysRefusedHasOneTimerHoweverManyPinsHaveEnded() throws IOException {
    var tree = new ShardTree(
        (executor, listener, owned) ->
            ChroniclePageStore.open(PageStoreOptions.in(folder), executor, listener, owned),
        loop,
        Runnable::run);
    var log = new MemoryLog();
    var shards = ServingTrees.shards(
        List.of(tree),
        new Placement(new Loops(List.of(loop)), 1, () -> 0),
        log,
        new Catalog(),
        0,
        StoreOptions.in(folder));
    loop.run();
    var captures =
        new ShardCaptures(new ServingShards(log, shards, Thread::onSpinWait), List.of(tree));
    shards.get(0).refuse("a test", () -> {});
    loop.run();
    var others = loop.timers();

    for (var pin = 0; pin < 5; pin++) {
      captures.unpin(captures.pin());
      loop.run();
    }
    assertThat(loop.timers()).isEqualTo(others + 1);

    loop.runTimers();
    assertThat(loop.timers()).as("the look goes on").isEqualTo(others + 1);
    tree.close();
  }
}
