package io.weir.engine.simulation;

import static io.weir.engine.simulation.CheckpointedLives.LIVES;
import static io.weir.engine.simulation.CheckpointedLives.ROWS;
import static io.weir.engine.simulation.CheckpointedLives.SHARDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.Seeds;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.Durability;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lives of a store that writes checkpoints, on a disk that loses, tears and reorders what was not
 * forced, page files too. Each life ends within a checkpoint or between two.
 *
 * <p>The next life must begin from the last checkpoint, find every page of it sound, and have every
 * acknowledged write. The snapshot and the log before the checkpoint would hide a lost page, so the
 * tests look for the damage and not only for the values.
 */
@ExtendWith(Quiet.class)
final class CheckpointCrashProperties {

  private static final Seeds SEEDS = Seeds.of(6, 20, 10_000);

  @TempDir
  Path folder;

  @Test
  void aStoreBeginsWithItsLastCheckpointWhereverItsPowerWasCut() {
    SEEDS.forEach(seed -> new CheckpointedLives(folder, seed, Durability.SYNC).live());
  }

  @Test
  void aPowerCutAtEachOperationOfACheckpointLosesNothing() throws IOException {
    endAtEachOperation(lives -> lives.write(25), SimulatedDisk::cutPowerAtOperation);
  }

  /** The directories that the new one replaces are named until the manifest is durable. */
  @Test
  void aKillAtEachOperationOfACheckpointThatWritesAllLeavesLosesNothing() throws IOException {
    endAtEachOperation(CheckpointedLives::replaceLargeRows, SimulatedDisk::killProcessAtOperation);
  }

  @Test
  void aKillAtEachOperationOfACheckpointLosesNothing() throws IOException {
    endAtEachOperation(lives -> lives.write(25), SimulatedDisk::killProcessAtOperation);
  }

  /**
   * Room is made elsewhere, pages move, a checkpoint is written without a change in the log, and
   * the files that are empty then are deleted.
   */
  @Test
  void aPowerCutAtEachOperationWhileSparseFilesAreEmptiedLosesNothing() throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC);
    lives.begin();
    var operations = 0;
    for (var done = false; !done; operations++) {
      lives.thinOut();
      lives.checkpoint();
      var before = lives.diskBytes();
      lives.machine.disk.cutPowerAtOperation(operations + 1);
      lives.letPagesMove();
      done = !lives.machine.isDown();
      assertThat(!done || lives.diskBytes() < before * 3 / 4)
          .as("bytes before=%d", before)
          .isTrue();
      lives.crash();
    }
    assertThat(operations).as("operations").isGreaterThan(8);
    lives.engine.close();
  }

  /**
   * The records of a shard that is refused are set aside, and the log is cut. When the shard's page
   * is sound again, no change is missing.
   */
  @Test
  void aPowerCutAtEachOperationOfACheckpointThatLeavesAShardOutLosesNothing() throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC, Retention.NONE);
    lives.begin();
    lives.write(3 * ROWS); // so that the log does not reach back to its begin
    var operations = 0;
    for (var done = false; !done; operations++) {
      lives.write(ROWS);
      assertThat(lives.checkpoint()).isTrue();
      lives.write(3 * ROWS);
      var before = lives.engine.store().checkpointPosition();
      var damaged = lives.crashWithDamage();
      lives.writeWhereServed(ROWS);
      lives.machine.disk.cutPowerAtOperation(operations + 1);
      var written = lives.checkpoint();
      done = !lives.machine.isDown(); // the power may fail while the log is cut
      assertThat(written || !done).isTrue();
      assertThat(!done || lives.engine.store().checkpointPosition() > before).isTrue();
      assertThat(!done || lives.engine.store().feedUse().firstPosition() > before)
          .isTrue();
      lives.crashAndHeal(damaged);
    }
    assertThat(operations).as("operations").isGreaterThan(6);
    lives.engine.close();
  }

  /**
   * Pages contain what the log's next force would make durable. A checkpoint of them must not be
   * durable before it.
   */
  @Test
  void aCheckpointWaitsUntilTheLogHasEveryChangeInIt() {
    SEEDS.forEach(seed -> {
      var lives = new CheckpointedLives(folder, seed, Durability.INTERVAL);
      lives.begin();
      for (var life = 0; life < LIVES; life++) {
        lives.write(1 + lives.random.nextInt(20));
        lives.checkpoint();
        lives.crash();
      }
      lives.engine.close();
    });
  }

  /**
   * Ends a life at the first operation of a checkpoint, then at the second, until a checkpoint ends
   * before that.
   */
  private void endAtEachOperation(
      Consumer<CheckpointedLives> write, ObjIntConsumer<SimulatedDisk> end) throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC);
    lives.begin();
    for (var before = 0; before < 2; before++) {
      write.accept(lives);
      lives.checkpoint();
    }
    var operations = 0;
    for (var done = false; !done; operations++) {
      write.accept(lives);
      end.accept(lives.machine.disk, operations + 1);
      done = lives.checkpoint();
      lives.crash();
    }
    assertThat(operations).as("operations of a checkpoint").isGreaterThan(8);
  }

  /**
   * The system may drop what a failed force did not write. Nothing may rest on it, although the
   * next force succeeds.
   */
  @Test
  void aFailedForceOfPageFilesIsNotRepeated() {
    SEEDS.forEach(seed -> {
      var lives = new CheckpointedLives(folder, seed, Durability.SYNC);
      lives.begin();
      for (var round = 0; round < 4; round++) {
        lives.checkpoint();
        lives.write(30);
        lives.machine.disk.fail(SimulatedDisk.Operation.FORCE, "pages/", 1 + round % SHARDS);
        assertThatThrownBy(() -> lives.engine.store().checkpoint()).isInstanceOf(IOException.class);
        lives.machine.disk.heal();
        lives.machine.letTimePass(Duration.ofSeconds(3));
        assertThat(lives.engine.store().shardRebuilds()).as("seed=%d", seed).isPositive();
        assertThat(lives.engine.health().writable()).as("seed=%d", seed).isTrue();
        lives.checkpoint();
        lives.crash();
      }
      lives.engine.close();
    });
  }

  /** Too many open files are no reason to doubt the pages. */
  @Test
  void aPageFileThatCannotBeOpenedFailsOnlyTheCheckpoint() throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC);
    lives.begin();
    lives.machine.disk.fail(SimulatedDisk.Operation.READ, "pages/", 1);
    assertThatThrownBy(() -> lives.engine.store().checkpoint())
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(ForceFailed.class);
    lives.machine.disk.heal();
    lives.machine.letTimePass(Duration.ofSeconds(3));

    assertThat(lives.engine.store().shardRebuilds()).isZero();
    assertThat(lives.engine.health().writable()).isTrue();
    lives.checkpoint();
    lives.crash();
    lives.engine.close();
  }

  @Test
  void aDirectoryThatCannotBeReadNowFailsTheStartAndIsUsedByTheNext() throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC);
    lives.begin();
    lives.checkpoint();
    lives.write(30);
    lives.machine.crash(lives.engine);
    lives.machine.disk.fail(SimulatedDisk.Operation.READ, "checkpoints/", 1);

    assertThatThrownBy(lives.machine::open).hasMessage("simulated: read failed");
    lives.machine.disk.heal();
    lives.engine = lives.machine.open();

    assertThat(lives.engine.store().startedFromCheckpoint()).isTrue();
    lives.verify();
    lives.engine.close();
  }

  /**
   * The last checkpoint stays until the next one, also after a shard was rebuilt into new page
   * files.
   */
  @Test
  void aPowerCutAfterTheRebuildOfAShardLosesNothing() {
    SEEDS.forEach(seed -> {
      var lives = new CheckpointedLives(folder, seed, Durability.SYNC);
      lives.begin();
      for (var cut = 1; cut <= 12; cut++) {
        lives.checkpoint();
        lives.write(30);
        lives.machine.disk.fail(SimulatedDisk.Operation.FORCE, "pages/", 1 + cut % SHARDS);
        assertThatThrownBy(() -> lives.engine.store().checkpoint()).isInstanceOf(IOException.class);
        lives.machine.disk.heal();
        lives.machine.disk.cutPowerAtOperation(cut);
        lives.machine.letTimePass(Duration.ofSeconds(3));
        lives.crash();
      }
      lives.engine.close();
    });
  }

  /** A manifest whose name could not be forced may be the one that the next start finds. */
  @Test
  void aPowerCutAfterARebuildThatFollowsAFailedPublicationLosesNothing() {
    SEEDS.forEach(seed -> {
      var lives = new CheckpointedLives(folder, seed, Durability.SYNC);
      lives.begin();
      for (var cut = 1; cut <= 12; cut++) {
        lives.checkpoint();
        lives.write(30);
        lives.machine.disk.fail(SimulatedDisk.Operation.FORCE_FOLDER, "", 1);
        assertThatThrownBy(() -> lives.engine.store().checkpoint()).isInstanceOf(IOException.class);
        lives.machine.disk.heal();
        lives.write(30);
        lives.machine.disk.fail(SimulatedDisk.Operation.FORCE, "pages/", 1 + cut % SHARDS);
        assertThatThrownBy(() -> lives.engine.store().checkpoint()).isInstanceOf(IOException.class);
        lives.machine.disk.heal();
        lives.machine.disk.cutPowerAtOperation(cut);
        lives.machine.letTimePass(Duration.ofSeconds(3));
        lives.crash();
      }
      lives.engine.close();
    });
  }

  /** Increments join the base from time to time; a life may begin from either. */
  @Test
  void manySmallCheckpointsLeadToTheSameStore() throws IOException {
    var lives = new CheckpointedLives(folder, SEEDS.first(), Durability.SYNC);
    lives.begin();
    for (var round = 0; round < 150; round++) {
      lives.checkpoint();
      lives.write(1 + lives.random.nextInt(3));
      if (round % 10 == 9) {
        lives.crash();
      }
    }
    lives.engine.close();
  }
}
