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
 * Random lives of whole stores on disks that lose, tear and reorder what was not forced: single writes, batches, and bulk writes that a
 * crash finds in their midst.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} tells that story alone. {@code -Dweir.firstSeed=N} with {@code -Dweir.seeds=M} tells
 * some of many.
 */
final class StoreCrashProperties {

  private static final long SEED = Long.getLong("weir.seed", -1);
  private static final int SEEDS =
      Integer.getInteger("weir.seeds", Boolean.getBoolean("weir.torture") ? 10_000 : 30);
  private static final ShardOptions CROWDED = ShardOptions.DEFAULT.withMailbox(2, 16L << 20);
  private static final long FIRST = Long.getLong("weir.firstSeed", 0);

  @TempDir
  Path folder;

  /** Failures are what these tests are made of. */
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
  void acknowledgedMeansPresentAndBatchesAreWholeOrAbsent() throws IOException {
    tell(Durability.SYNC);
  }

  @Test
  void forcedMeansPresentAndOrderIsKeptWhenForcesComeAtIntervals() throws IOException {
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

  /** Every third story is one of mailboxes so small that bulk writes wait for room in them. */
  private StoreOptions options(long seed, Durability durability) {
    return StoreOptions.in(folder.resolve(Long.toString(seed)))
        .withShard(seed % 3 == 0 ? CROWDED : ShardOptions.DEFAULT)
        .withPartitionGroups(3)
        .withDurability(durability)
        .withSegmentBytes(16 << 10)
        .withCheckpointLogBytes(12_000);
  }
}
