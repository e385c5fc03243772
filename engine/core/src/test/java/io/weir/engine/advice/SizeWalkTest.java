package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.engine.TestStore;
import io.weir.engine.scan.Pins;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.tree.LeafWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk over the fences finds the large partitions, never larger than they are. */
final class SizeWalkTest {

  private static final long SEED = 20_301;

  @TempDir
  private Path folder;

  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = TestStore.open(
        StoreOptions.in(folder).withDurability(Durability.MEMORY).withPartitionGroups(4));
    store.create();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void anEmptyTableHasNoPartitions() {
    assertThat(walk(1)).isEqualTo(new PartitionSizes(List.of(), 0));
  }

  @Test
  void eachPartitionIsAtMostAsLargeAsItIs() {
    store.fill("a", 3_000, 300);
    store.fill("b", 1_000, 300);
    store.fill("c", 100, 10);

    var sizes = walk(500);
    assertThat(sizes.partitions()).isEqualTo(3);
    assertThat(sizes.large()).hasSize(2);
    assertThat(sizes.large().get(0)).satisfies(size -> {
      assertThat(size.partitionKey()).isEqualTo("a");
      assertThat(size.entities()).isBetween(2_800L, 3_000L);
    });
    assertThat(sizes.large().get(1)).satisfies(size -> {
      assertThat(size.partitionKey()).isEqualTo("b");
      assertThat(size.entities()).isBetween(800L, 1_000L);
    });
  }

  @Test
  void partitionsAreCountedAsFarAsTheRulesAsk() {
    for (var i = 0; i < 30; i++) {
      store.upsert(TestStore.entity("p" + i, "1", 10));
    }

    assertThat(walk(1).partitions()).isEqualTo(Recorded.LIMITS.partitionsToCount());
    assertThat(walk(1).large()).isEmpty();
  }

  @Test
  void aSizeLacksAtMostTheTwoLeavesAtItsEnds() {
    var random = new Random(SEED);
    var counts = new HashMap<String, Integer>();
    for (var i = 0; i < 12; i++) {
      var count = 800 + random.nextInt(2_000);
      counts.put("p" + i, count);
      store.fill("p" + i, count, 100 + random.nextInt(500));
    }
    fillAnotherTable();

    var sizes = walk(1).large();
    assertThat(sizes)
        .extracting(PartitionSizes.Size::partitionKey)
        .containsExactlyInAnyOrderElementsOf(counts.keySet());
    var ends = 2L * mostEntriesOfALeaf();
    assertThat(sizes).as("seed %d", SEED).allSatisfy(size -> {
      var count = (long) Objects.requireNonNull(counts.get(size.partitionKey()));
      assertThat(size.entities()).isBetween(count - ends, count);
      assertThat(size.bytes()).isBetween(100 * size.entities(), 1_000 * size.entities());
    });
  }

  /** Partitions of the same keys are no part of the table that is measured. */
  private void fillAnotherTable() {
    var other = new TableName("Other");
    store.tables().createTable(other).block(TestStore.PATIENCE);
    for (var hundred = 0; hundred < 20; hundred++) {
      var writes = new ArrayList<Write>();
      for (var row = 0; row < 100; row++) {
        writes.add(new Write.Insert(TestStore.entity("p3", hundred + "-" + row, 300)));
      }
      store.tables().submit(other, new Batch(writes)).block(TestStore.PATIENCE);
    }
  }

  private int mostEntriesOfALeaf() {
    var engine = store.engine().store();
    var most = new int[1];
    var pins = new Pins(engine);
    try {
      for (var shard = 0; shard < engine.shards().size(); shard++) {
        assertThat(LeafWalk.sizesFrom(pins.of(shard), new byte[0], (fence, entries, bytes) -> {
              most[0] = Math.max(most[0], entries);
              return true;
            }))
            .isTrue();
      }
    } finally {
      pins.release();
    }
    return most[0];
  }

  @Test
  void onlyTheLargestAreReported() {
    for (var i = 0; i < SizeWalk.MOST_REPORTED + 4; i++) {
      store.fill("p" + (100 + i), 100 + 10 * i, 2_000);
    }

    var sizes = walk(1).large();
    assertThat(sizes).hasSize(SizeWalk.MOST_REPORTED);
    assertThat(sizes).isSortedAccordingTo(Comparator.comparingLong(size -> -size.bytes()));
    assertThat(sizes.get(0).partitionKey()).isEqualTo("p119");
    assertThat(sizes).extracting(PartitionSizes.Size::partitionKey).doesNotContain("p100", "p101");
  }

  @Test
  void aWalkInSlicesFindsTheSame() {
    store.fill("a", 3_000, 7_500);
    store.fill("b", 700, 300);
    store.fill("c", 1_500, 1_000);
    var whole = walk(1);
    assertThat(whole.large()).hasSize(3);

    for (var leaves : new int[] {2, 3, 7, 100}) {
      var slices = new int[1];
      assertThat(walk(1, leaves, slices)).as("leaves of a slice %d", leaves).isEqualTo(whole);
      assertThat(slices[0]).isGreaterThan(1_000 / leaves);
    }
  }

  private PartitionSizes walk(long entities) {
    return walk(entities, SizeWalk.LEAVES_A_SLICE, new int[1]);
  }

  private PartitionSizes walk(long entities, int leavesASlice, int[] slices) {
    var engine = store.engine().store();
    var table =
        Objects.requireNonNull(engine.catalog().find(AccountName.DEVELOPMENT, TestStore.TABLE));
    var walk = new SizeWalk(
        table.id(), engine.shards().size(), entities, Long.MAX_VALUE, 10, leavesASlice);
    var isComplete = false;
    while (!isComplete) {
      var pins = new Pins(engine);
      try {
        isComplete = walk.advance(pins::of);
      } finally {
        pins.release();
      }
      slices[0]++;
    }
    return walk.sizes();
  }
}
