package io.weir.engine.simulation;

import io.weir.engine.Seeds;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random lives of whole stores on disks that lose, tear and reorder unforced bytes: single writes,
 * batches, and bulk writes that a crash interrupts.
 *
 * <p>A failure names its seed; {@link Seeds} tells how to run it alone, or others.
 */
@ExtendWith(Quiet.class)
final class StoreCrashProperties {

  private static final Seeds SEEDS = Seeds.of(12, 30, 10_000);
  private static final ShardOptions CROWDED = ShardOptions.DEFAULT.withMailbox(2, 16L << 20);

  @TempDir
  Path folder;

  @Test
  void acknowledgedWritesArePresentAndBatchesAreAtomic() {
    tell(Durability.SYNC);
  }

  @Test
  void forcedWritesArePresentAndInOrderWithIntervalDurability() {
    tell(Durability.INTERVAL);
  }

  private void tell(Durability durability) {
    SEEDS.forEach(seed -> new Story(seed, options(seed, durability)).tell());
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
