package io.weir.engine.store.residence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.page.PoisonPageStore;
import io.weir.engine.tree.Pin;
import io.weir.engine.tree.Tree;
import io.weir.engine.tree.VersionedTree;
import io.weir.engine.tree.WriteGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
      group.put(
          String.format("k%08d", number).getBytes(java.nio.charset.StandardCharsets.UTF_8),
          new byte[40]);
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

  private PageMemory memory(long bytes) {
    return new PageMemory(shards, bytes, MajorFaults.of(folder.resolve("stat")));
  }

  private void faults(long total) throws IOException {
    Files.writeString(
        folder.resolve("stat"), "42 (a name) of it) S 1 2 3 4 5 6 700 800 " + total + " 9 10 11\n");
  }
}
