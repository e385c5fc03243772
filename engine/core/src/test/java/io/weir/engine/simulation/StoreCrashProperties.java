package io.weir.engine.simulation;

import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random lives of whole stores on disks that lose, tear and reorder unforced bytes: single writes, batches, and bulk writes that a crash
 * interrupts.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that story alone. {@code -Dweir.firstSeed=N} with {@code -Dweir.seeds=M} runs M
 * stories from N on.
 */
final class StoreCrashProperties {

  private static final long SEED = Long.getLong("weir.seed", -1);
  private static final int SEEDS =
      Integer.getInteger("weir.seeds", Boolean.getBoolean("weir.torture") ? 10_000 : 30);
  private static final ShardOptions CROWDED = ShardOptions.DEFAULT.withMailbox(2, 16L << 20);
  private static final long FIRST = Long.getLong("weir.firstSeed", 0);

  @TempDir
  Path folder;

  /** These tests inject failures, which the engine would log. */
  @BeforeAll
  static void logNothing() {
    if (SEED < 0) {
      Quiet.begin();
    }
  }

  @AfterAll
  static void logAgain() {
    Quiet.end();
  }

  @Test
  void acknowledgedWritesArePresentAndBatchesAreAtomic() throws IOException {
    tell(Durability.SYNC);
  }

  @Test
  void forcedWritesArePresentAndInOrderWithIntervalDurability() throws IOException {
    tell(Durability.INTERVAL);
  }

  private void tell(Durability durability) throws IOException {
    if (SEED >= 0) {
      new Story(SEED, options(SEED, durability)).tell();
      return;
    }
    for (var seed = FIRST; seed < FIRST + SEEDS; seed++) {
      new Story(seed, options(seed, durability)).tell();
    }
  }

  /** In every third story the mailboxes are so small that bulk writes wait for room in them. */
  private StoreOptions options(long seed, Durability durability) {
    return StoreOptions.in(folder.resolve(Long.toString(seed)))
        .withShard(seed % 3 == 0 ? CROWDED : ShardOptions.DEFAULT)
        .withPartitionGroups(3)
        .withDurability(durability)
        .withSegmentBytes(16 << 10)
        .withCheckpointLogBytes(12_000);
  }
}
