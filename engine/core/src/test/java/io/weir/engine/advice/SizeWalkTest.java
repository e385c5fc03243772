package io.weir.engine.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.engine.TestStore;
import io.weir.engine.scan.Pins;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A walk over the fences finds the large partitions, never larger than they are. */
final class SizeWalkTest {

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
  void aWalkGoesOnInTheNextSlice() {
    store.fill("a", 3_000, 30_000 / 4);
    var whole = walk(500);
    var slices = new int[1];
    var sliced = walk(500, 100, slices);

    assertThat(slices[0]).isGreaterThan(4);
    assertThat(sliced).isEqualTo(whole);
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
