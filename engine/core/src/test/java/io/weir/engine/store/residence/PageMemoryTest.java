package io.weir.engine.store.residence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.ByteRange;
import io.weir.engine.tree.ColdLeaves;
import io.weir.engine.tree.Cursor;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The budget is kept, and shrinks while the system keeps less. */
final class PageMemoryTest {

  private static final int PAGE_BYTES = 512;

  @TempDir
  Path folder;

  private final PoisonPageStore store = new PoisonPageStore(PAGE_BYTES);
  private final VersionedTree tree = new VersionedTree(store, () -> true);
  private long budget;

  private final PagedShards shards = new PagedShards() {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public Pin pin(int shard) {
      return tree.pin();
    }

    @Override
    public Tree published(int shard) {
      return tree.published();
    }

    @Override
    public void read(int shard, long id, long place) {}

    @Override
    public long pages(int shard) {
      return store.stats().pages();
    }

    @Override
    public long bytes(int shard) {
      return store.stats().pages() * PAGE_BYTES;
    }
  };

  @BeforeEach
  void fill() throws IOException {
    var group = new WriteGroup();
    for (var number = 0; number < 40_000; number++) {
      group.put(key(number), new byte[40]);
    }
    tree.publish(tree.commit(group));
    budget = shards.bytes(0) / 4;
    faults(0);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void pagesAboveTheBudgetBecomeCold() throws IOException {
    var memory = memory(budget);
    assertThat(memory.residentBytes()).isEqualTo(shards.bytes(0));

    memory.look();

    assertThat(memory.residentBytes()).isBetween(budget / 2, budget);
  }

  @Test
  void pagesThatAreColdAtTheStartAreKnown() {
    memory(budget).keep();

    assertThat(memory(budget).residentBytes()).isLessThanOrEqualTo(budget);
  }

  @Test
  void pagesThatWaitingReadersMadeWarmAreFoundAgain() throws IOException {
    var memory = memory(budget);
    memory.look();
    var cursor = new Cursor().open(tree.published());
    for (var more = cursor.seekFirst(); more; more = cursor.next()) {
      // each step reads
    }
    assertThat(ColdLeaves.count(tree.published())).isZero();

    for (var look = 0; look < 100; look++) {
      memory.look();
    }

    var cold = ColdLeaves.count(tree.published()) * PAGE_BYTES;
    assertThat(shards.bytes(0) - cold).isBetween(budget / 2, budget + PAGE_BYTES);
  }

  @Test
  void thereAreNeverMoreColdPagesThanPages() throws IOException {
    var memory = memory(budget);
    memory.look();
    tree.publish(tree.removeRanges(List.of(new ByteRange(key(2_000), key(40_000)))));
    while (tree.reclaim(1_000) > 0) {
      // until all pages are freed
    }
    var cursor = new Cursor().open(tree.published());
    assertThat(cursor.seekFirst()).isTrue();
    cursor.countTo(key(40_000), Integer.MAX_VALUE);

    for (var look = 0; look < 3; look++) {
      memory.look();
    }

    assertThat(memory.residentBytes())
        .isEqualTo(shards.bytes(0) - ColdLeaves.count(tree.published()) * PAGE_BYTES);
  }

  @Test
  void noPageBecomesColdWithinTheBudget() throws IOException {
    var memory = memory(shards.bytes(0));

    memory.look();

    assertThat(memory.residentBytes()).isEqualTo(shards.bytes(0));
  }

  @Test
  void faultsShrinkTheTargetAndQuietLetsItGrowBack() throws IOException {
    var memory = memory(budget);
    memory.look();
    for (var look = 1; look <= 200; look++) {
      faults(10L * look);
      memory.look();
    }
    var least = memory.targetBytes();

    assertThat(least).isBetween(budget / 8, budget / 2);
    assertThat(memory.residentBytes()).isLessThanOrEqualTo(least);

    for (var look = 0; look < 1_100; look++) {
      memory.look();
    }
    assertThat(memory.targetBytes()).isEqualTo(budget);
  }

  @Test
  void aWatchBeginsALookWhenTheOneBeforeHasEndedAndCanBeStopped() throws IOException {
    var memory = memory(budget);
    var loop = new ArrayList<Runnable>();
    var threads = new ArrayList<Runnable>();
    memory.watchOn(new TimedLoop(loop), threads::add);

    loop.remove(0).run();
    assertThat(threads).hasSize(1);
    assertThat(loop).isEmpty();
    threads.remove(0).run();
    assertThat(memory.residentBytes()).isLessThanOrEqualTo(budget);
    assertThat(loop).hasSize(1);

    memory.stop();
    loop.remove(0).run();
    threads.forEach(Runnable::run);
    assertThat(loop).isEmpty();
  }

  @Test
  void aStoreFarBelowItsBudgetIsNotLookedAt() throws IOException {
    var memory = memory(4 * shards.bytes(0));
    var loop = new ArrayList<Runnable>();
    memory.watchOn(new TimedLoop(loop), task -> {
      throw new AssertionError("no thread is needed");
    });

    loop.remove(0).run();

    assertThat(loop).hasSize(1);
  }

  /** A loop that keeps the tasks that are scheduled on it. */
  private record TimedLoop(List<Runnable> scheduled) implements Loop {

    @Override
    public boolean isCurrent() {
      return false;
    }

    @Override
    public void execute(Runnable task) {
      throw new AssertionError("tasks are scheduled");
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
      scheduled.add(task);
    }

    @Override
    public LongWork longWork() {
      throw new AssertionError("there is no long work");
    }
  }

  @Test
  void aFewFaultsAreNoReasonToShrink() throws IOException {
    var memory = memory(budget);
    memory.look();
    faults(1);

    memory.look();

    assertThat(memory.targetBytes()).isEqualTo(budget);
  }

  @Test
  void faultsOfAStoreFarBelowItsBudgetAreNotIts() throws IOException {
    var memory = memory(4 * shards.bytes(0));
    faults(1_000);

    memory.look();

    assertThat(memory.targetBytes()).isEqualTo(4 * shards.bytes(0));
  }

  @Test
  void aSystemThatDoesNotTellFaultsHasNone() throws IOException {
    var faults = MajorFaults.of(folder.resolve("absent"));

    assertThat(faults.sinceLastLook()).isZero();
  }

  @Test
  void theFaultsOfThisProcessCanBeRead() {
    assertThat(MajorFaults.ofProcess().sinceLastLook()).isNotNegative();
  }

  private static byte[] key(int number) {
    return String.format("k%08d", number).getBytes(StandardCharsets.UTF_8);
  }

  private PageMemory memory(long bytes) {
    return new PageMemory(shards, bytes, MajorFaults.of(folder.resolve("stat")));
  }

  private void faults(long total) throws IOException {
    Files.writeString(
        folder.resolve("stat"), "42 (a name) of it) S 1 2 3 4 5 6 700 800 " + total + " 9 10 11\n");
  }
}
