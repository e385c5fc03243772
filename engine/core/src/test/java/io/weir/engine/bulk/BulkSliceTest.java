package io.weir.engine.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.entity.Entity;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.catalog.Table;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A bulk write whose lines are all available does not monopolise a loop. */
final class BulkSliceTest {

  /** Number of lines that are taken before the first is answered. */
  private static final int LINES = BulkWindow.LINES;

  @TempDir
  Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withDurability(Durability.MEMORY));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void otherWorkRunsOnTheLoopWhenTheSliceIsOver() {
    var took = takenBeforeOthers(Duration.ofMillis(1));

    assertThat(took).isPositive().isLessThan(LINES);
  }

  @Test
  void withinASliceItTakesAllLinesThatTheWindowHolds() {
    var took = takenBeforeOthers(Duration.ZERO);

    assertThat(took).isEqualTo(LINES);
  }

  /**
   * Returns how many lines were taken before the loop's next task ran. The clock advances at each
   * reading.
   */
  private int takenBeforeOthers(Duration step) {
    var nanos = new AtomicLong();
    var taken = new AtomicInteger();
    var lines =
        Flux.range(0, LINES).map(BulkSliceTest::line).doOnNext(line -> taken.incrementAndGet());
    var bulk = new BulkPublisher(
        store.engine().store(),
        TestStore.TABLE,
        name -> new Table(AccountName.DEVELOPMENT, name, 1),
        lines,
        () -> nanos.addAndGet(step.toNanos()));
    var results = new CompletableFuture<BulkResult>();
    var others = new CompletableFuture<Integer>();
    var shard = store.engine().store().shards().get(0);
    shard.execute(() -> {
      bulk.last().subscribe(results::complete, results::completeExceptionally);
      shard.execute(() -> others.complete(taken.get()));
    });

    var seen = Mono.fromFuture(others).block(TestStore.PATIENCE);
    Mono.fromFuture(results).block(TestStore.PATIENCE);
    return seen;
  }

  private static BulkLine line(int row) {
    return BulkLine.of(
        new Write.Insert(Entity.builder("p", Integer.toString(row)).build()));
  }
}
