package io.weir.engine;

import static io.weir.engine.TestStore.PATIENCE;
import static io.weir.engine.TestStore.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.AccountName;
import io.weir.api.Aggregates;
import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.aggregate.Aggregate;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.engine.catalog.Table;
import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Turns;
import io.weir.engine.scan.Scan;
import io.weir.engine.scan.Scans;
import io.weir.engine.store.Store;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.ColdPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Aggregations read in slices, share their loop, and end when nobody waits for them. */
final class AggregateReadTest {

  private static final int ROWS = 3_000;
  private static final int MOST_ROWS_A_SLICE = 512;
  private static final Aggregation BY_KEY =
      Aggregation.of(Aggregate.count("Count")).groupBy("PartitionKey");

  @TempDir
  Path folder;

  private final List<Integer> slices = new ArrayList<>();
  private TestStore store;

  @BeforeEach
  void fill() throws IOException {
    store = TestStore.open(StoreOptions.in(folder).withPartitionGroups(2));
    store.create();
    store.fill("a", ROWS, 10);
    store.fill("b", ROWS, 10);
  }

  @AfterEach
  void close() throws IOException {
    assertUnpinned();
    store.close();
  }

  private void assertUnpinned() {
    assertThat(engine().shards()).noneMatch(shard -> shard.tree().isPinned());
  }

  @Test
  void aSliceIsBoundedAndHoldsNoPinAfterwards() {
    var answer = read(BY_KEY, this::assertUnpinned).block(PATIENCE);

    assertThat(Objects.requireNonNull(answer).groups())
        .extracting(group -> group.partitionKey() + group.getInt64("Count").orElseThrow())
        .containsExactly("a" + ROWS, "b" + ROWS);
    assertThat(slices).hasSizeGreaterThan(2 * ROWS / MOST_ROWS_A_SLICE);
    assertThat(slices).allMatch(rows -> rows <= MOST_ROWS_A_SLICE);
  }

  @Test
  void anAggregationLeavesItsLoopToOthersBetweenTurns() throws Exception {
    var others = new CompletableFuture<Integer>();
    var answer = new CompletableFuture<Aggregates>();

    loop().execute(() -> {
      read(BY_KEY, AggregateReadTest::passATurn).subscribe(answer::complete);
      loop().execute(() -> others.complete(slices.size()));
    });

    answer.get(30, TimeUnit.SECONDS);
    assertThat(others.get(30, TimeUnit.SECONDS)).isLessThan(slices.size());
  }

  private static void passATurn() {
    var end = System.nanoTime() + Turns.MOST_NANOS;
    while (System.nanoTime() - end < 0) {
      // the turn's time passes
    }
  }

  @Test
  void aCancelledAggregationReadsNothingMore() {
    var subscription = new AtomicReference<Disposable>();
    var asked = read(BY_KEY, () -> {
          if (slices.size() == 3) {
            Objects.requireNonNull(subscription.get()).dispose();
          }
        })
        .doOnSubscribe(begun -> subscription.set(begun::cancel));

    asked.subscribe();

    assertThat(slices).hasSize(3);
  }

  @Test
  void anAggregationBeyondItsLimitEndsInTheSliceThatExceedsIt() {
    var byRow = Aggregation.of(Aggregate.count("Count")).groupBy("RowKey");

    assertThatThrownBy(() -> read(byRow, () -> {}).block(PATIENCE))
        .isInstanceOfSatisfying(
            InvalidRequestException.class,
            refusal -> assertThat(refusal.facts()).startsWith("groups limit=1000"));
    assertThat(slices.stream().mapToInt(rows -> rows).sum())
        .isBetween(Aggregation.MAX_GROUPS, Aggregation.MAX_GROUPS + 2 * MOST_ROWS_A_SLICE);
  }

  @Test
  void aTableThatIsDroppedMeanwhileIsNotFound() {
    assertThatThrownBy(() -> read(BY_KEY, () -> {
              if (slices.size() == 2) {
                store.drop();
              }
            })
            .block(PATIENCE))
        .isInstanceOf(NotFoundException.class);
    assertThat(slices).hasSize(2);
  }

  @Test
  void onlyCountsAreReadFromTheCountersOfPages() {
    assertThat(read(Aggregation.COUNT, () -> {}).block(PATIENCE))
        .extracting(answer -> answer.groups().get(0).getInt64("Count").orElseThrow())
        .isEqualTo(2L * ROWS);
    assertThat(slices).isEmpty();

    read(BY_KEY, () -> {}).block(PATIENCE);
    assertThat(slices).isNotEmpty();
  }

  /** Returns the read of a scan that notes its slices, and after each runs a task. */
  private Mono<Aggregates> read(Aggregation aggregation, Runnable after) {
    return Mono.defer(() -> AggregateRead.of(
        engine(),
        table(),
        Query.ALL,
        aggregation,
        entities -> List.of(new NotedScan(Scans.of(engine(), table(), entities), slices, after)),
        report -> {}));
  }

  private Table table() {
    return Objects.requireNonNull(engine().catalog().find(AccountName.DEVELOPMENT, TABLE));
  }

  private Loop loop() {
    return engine().loops().all().get(0);
  }

  private Store engine() {
    return store.engine().store();
  }

  /** A scan that notes how many entities each slice has read, and runs a task when it lets go. */
  private record NotedScan(Scan scan, List<Integer> slices, Runnable after) implements Scan {

    @Override
    public boolean advance(int maxRows, List<Entity> target) {
      var before = scan.scanned();
      var complete = scan.advance(maxRows, target);
      slices.add((int) (scan.scanned() - before));
      return complete;
    }

    @Override
    public void release() {
      scan.release();
      after.run();
    }

    @Override
    public @Nullable Continuation position() {
      return scan.position();
    }

    @Override
    public @Nullable Continuation next() {
      return scan.next();
    }

    @Override
    public void await(ColdPage cold, int rows, Executor loop, Runnable task) {
      scan.await(cold, rows, loop, task);
    }

    @Override
    public long scanned() {
      return scan.scanned();
    }

    @Override
    public QueryReport report() {
      return scan.report();
    }
  }
}
