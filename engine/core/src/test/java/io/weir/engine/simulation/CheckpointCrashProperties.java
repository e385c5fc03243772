package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.checkpoint.StoppedPage;
import io.weir.engine.disk.ForceFailed;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lives of a store that writes checkpoints, on a disk that loses, tears and reorders what was not forced, page files too. Each life ends within a checkpoint or between two.
 *
 * <p>The next life must begin from the last checkpoint, find every page of it sound, and have every acknowledged write. The snapshot and the log before the checkpoint would
 * hide a lost page, so the tests look for the damage and not only for the values.
 */
@ExtendWith(Quiet.class)
final class CheckpointCrashProperties {

  private static final Seeds SEEDS = Seeds.of(6, 20, 10_000);
  private static final int LIVES = 12;
  private static final int SHARDS = 2;
  private static final int ROWS = 60;

  /** Rows with a page each, whose directory is long enough to be written anew when all of them have changed. */
  private static final int LARGE_ROWS = 200;

  /** Rows with a page each, of which most are removed. */
  private static final int SPARSE_ROWS = 320;

  @TempDir
  Path folder;

  @Test
  void aStoreBeginsWithItsLastCheckpointWhereverItsPowerWasCut() {
    SEEDS.forEach(seed -> new Lives(seed, Durability.SYNC).live());
  }

  @Test
  void aPowerCutAtEachOperationOfACheckpointLosesNothing() throws IOException {
    endAtEachOperation(lives -> lives.write(25), SimulatedDisk::cutPowerAtOperation);
  }

  /** The directories that the new one replaces are named until the manifest is durable. */
  @Test
  void aKillAtEachOperationOfACheckpointThatWritesAllLeavesLosesNothing() throws IOException {
    endAtEachOperation(Lives::replaceLargeRows, SimulatedDisk::killProcessAtOperation);
  }

  @Test
  void aKillAtEachOperationOfACheckpointLosesNothing() throws IOException {
    endAtEachOperation(lives -> lives.write(25), SimulatedDisk::killProcessAtOperation);
  }

  /** Room is made elsewhere, pages move, a checkpoint is written without a change in the log, and the files that are empty then are deleted. */
  @Test
  void aPowerCutAtEachOperationWhileSparseFilesAreEmptiedLosesNothing() throws IOException {
    var lives = new Lives(SEEDS.first(), Durability.SYNC);
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

  /** The records of a shard that is refused are set aside, and the log is cut. When the shard's page is sound again, no change is missing. */
  @Test
  void aPowerCutAtEachOperationOfACheckpointThatLeavesAShardOutLosesNothing() throws IOException {
    var lives = new Lives(SEEDS.first(), Durability.SYNC, Retention.NONE);
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

  /** Pages contain what the log's next force would make durable. A checkpoint of them must not be durable before it. */
  @Test
  void aCheckpointWaitsUntilTheLogHasEveryChangeInIt() {
    SEEDS.forEach(seed -> {
      var lives = new Lives(seed, Durability.INTERVAL);
      lives.begin();
      for (var life = 0; life < LIVES; life++) {
        lives.write(1 + lives.random.nextInt(20));
        lives.checkpoint();
        lives.crash();
      }
      lives.engine.close();
    });
  }

  /** Ends a life at the first operation of a checkpoint, then at the second, until a checkpoint ends before that. */
  private void endAtEachOperation(Consumer<Lives> write, ObjIntConsumer<SimulatedDisk> end)
      throws IOException {
    var lives = new Lives(SEEDS.first(), Durability.SYNC);
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

  /** The system may drop what a failed force did not write. Nothing may rest on it, although the next force succeeds. */
  @Test
  void aFailedForceOfPageFilesIsNotRepeated() {
    SEEDS.forEach(seed -> {
      var lives = new Lives(seed, Durability.SYNC);
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
    var lives = new Lives(SEEDS.first(), Durability.SYNC);
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
  void aDirectoryThatCannotBeReadIsNoReasonToRefuseTheStart() throws IOException {
    var lives = new Lives(SEEDS.first(), Durability.SYNC);
    lives.begin();
    lives.checkpoint();
    lives.write(30);
    lives.machine.crash(lives.engine);
    lives.machine.disk.fail(SimulatedDisk.Operation.READ, "checkpoints/", 1);
    lives.engine = lives.machine.open();
    lives.machine.disk.heal();

    assertThat(lives.engine.store().startedFromCheckpoint()).isFalse();
    lives.verify();
    lives.engine.close();
  }

  /** The last checkpoint stays until the next one, also after a shard was rebuilt into new page files. */
  @Test
  void aPowerCutAfterTheRebuildOfAShardLosesNothing() {
    SEEDS.forEach(seed -> {
      var lives = new Lives(seed, Durability.SYNC);
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
      var lives = new Lives(seed, Durability.SYNC);
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
    var lives = new Lives(SEEDS.first(), Durability.SYNC);
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

  private final class Lives {

    private final long seed;
    private final Random random;
    private final SimulatedMachine machine;
    private final Map<String, Integer> model = new TreeMap<>();
    private Engine engine;
    private boolean hasCheckpoint;
    private int value;

    Lives(long seed, Durability durability) {
      this(seed, durability, Retention.DEFAULT);
    }

    Lives(long seed, Durability durability, Retention retention) {
      this.seed = seed;
      this.random = new Random(seed);
      this.machine = new SimulatedMachine(
          seed,
          StoreOptions.in(folder.resolve(Long.toString(seed)))
              .withPartitionGroups(SHARDS)
              .withDurability(durability)
              .withRetention(retention)
              .withSegmentBytes(64 << 10)
              .withCheckpointLogBytes(1 << 30));
    }

    void begin() throws IOException {
      engine = machine.open();
      engine.account(Users.ACCOUNT).createTable(SimulatedStore.TABLE).subscribe();
      machine.settle();
      write(ROWS);
    }

    void live() throws IOException {
      begin();
      for (var life = 0; life < LIVES; life++) {
        for (var rounds = random.nextInt(4); rounds > 0; rounds--) {
          write(random.nextInt(80));
          checkpoint();
          write(random.nextInt(40));
        }
        if (random.nextBoolean()) {
          machine.disk.cutPowerAtOperation(1 + random.nextInt(20));
          checkpoint();
        }
        crash();
      }
      machine.disk.heal();
      engine.close();
    }

    /** Returns whether the checkpoint became durable. */
    boolean checkpoint() throws IOException {
      machine.serve(this::writeMeanwhile);
      try {
        engine.store().checkpoint();
        hasCheckpoint = true;
        return true;
      } catch (IOException e) {
        assertThat(machine.isDown()).as("seed=%d %s", seed, e).isTrue();
        return false;
      } finally {
        machine.serve(() -> {});
        machine.settle();
      }
    }

    /** Writes a row while a checkpoint is written. Its outcome may be unknown when the power is cut, so a row of its own holds it. */
    private void writeMeanwhile() {
      send("m" + random.nextInt(ROWS), 200 + random.nextInt(1_500), new SimulatedStore.Answer());
    }

    private byte[] send(String row, int bytes, SimulatedStore.Answer answer) {
      var filled = new byte[bytes];
      Arrays.fill(filled, (byte) ++value);
      var entity =
          Entity.builder("p" + row.hashCode() % 4, row).set("Data", filled).build();
      engine
          .account(Users.ACCOUNT)
          .write(SimulatedStore.TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
          .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
      return filled;
    }

    void crash() throws IOException {
      machine.crash(engine);
      engine = machine.open();
      if (hasCheckpoint) {
        assertThat(engine.store().startedFromCheckpoint()).as("seed=%d", seed).isTrue();
      }
      verify();
    }

    /** Damages a page that the log changes, without rows of the catalog, so that a start refuses its shard. Returns the page. */
    StoppedPage crashWithDamage() throws IOException {
      machine.crash(engine);
      machine.disk.showPages();
      for (var page : StoppedPage.of(machine.disk.root(), folder.resolve(Long.toString(seed)))) {
        if (!page.isFirst() && page.page().lengthBytes() <= 8_192) {
          flip(page);
          engine = machine.open();
          if (engine.health().lasting()) {
            return page;
          }
          machine.crash(engine);
          flip(page); // the log does not change it
        }
      }
      throw new AssertionError("the log changes no page without rows of the catalog seed=" + seed);
    }

    private void flip(StoppedPage page) throws IOException {
      machine.disk.flipPage(page.file(), page.offset() + page.page().lengthBytes() - 1);
    }

    void crashAndHeal(StoppedPage page) throws IOException {
      machine.crash(engine);
      flip(page);
      engine = machine.open();
      assertThat(engine.store().startedFromCheckpoint()).as("seed=%d", seed).isTrue();
      verify();
    }

    /** Writes some rows of shards that are not refused. */
    void writeWhereServed(int count) {
      var served = 0;
      for (var i = 0; i < count; i++) {
        var answer = new SimulatedStore.Answer();
        var row = "r" + random.nextInt(ROWS);
        var filled = send(row, 200 + random.nextInt(1_500), answer);
        machine.settle();
        if (answer.isDone()) {
          model.put(row, Arrays.hashCode(filled));
          served++;
        } else {
          assertThat(answer.failure()).isInstanceOf(ServiceBusyException.class);
        }
      }
      assertThat(served).as("seed=%d", seed).isBetween(1, count - 1);
    }

    void write(int count) {
      for (var i = 0; i < count && !machine.isDown(); i++) {
        var bytes = random.nextInt(20) == 0 ? 20_000 : 200 + random.nextInt(1_500);
        write("r" + random.nextInt(ROWS), bytes);
      }
    }

    /** Gives each large row another value, so that no page of theirs stays. */
    void replaceLargeRows() {
      for (var row = 0; row < LARGE_ROWS; row++) {
        write("l" + row, 9_000);
      }
    }

    /** Writes rows of a page each, and removes most of them. */
    void thinOut() {
      for (var row = 0; row < SPARSE_ROWS; row++) {
        write("s" + row, 5_000);
      }
      for (var row = 0; row < SPARSE_ROWS; row++) {
        if (row % 8 != 0) {
          remove("s" + row);
        }
      }
    }

    void letPagesMove() {
      for (var steps = 0; steps < 1_200 && !machine.isDown(); steps++) {
        machine.letTimePass(Duration.ofMillis(20));
      }
    }

    long diskBytes() {
      return engine.store().pages(0).diskBytes() + engine.store().pages(1).diskBytes();
    }

    private void remove(String row) {
      var answer = new SimulatedStore.Answer();
      engine
          .account(Users.ACCOUNT)
          .write(SimulatedStore.TABLE, new Write.Delete(key(row), IfMatch.ANY))
          .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
      machine.settle();
      assertThat(answer.isDone()).as("seed=%d %s", seed, answer.failure()).isTrue();
      model.remove(row);
    }

    private static EntityKey key(String row) {
      return new EntityKey("p" + row.hashCode() % 4, row);
    }

    private void write(String row, int bytes) {
      var answer = new SimulatedStore.Answer();
      var filled = send(row, bytes, answer);
      machine.settle();
      assertThat(answer.isDone()).as("seed=%d %s", seed, answer.failure()).isTrue();
      model.put(row, Arrays.hashCode(filled));
    }

    /** Reads everything, and with it every page. */
    private void verify() {
      var found = new TreeMap<String, Integer>();
      engine
          .account(Users.ACCOUNT)
          .query(SimulatedStore.TABLE, Query.ALL)
          .subscribe(
              entity -> found.put(
                  entity.rowKey(),
                  Arrays.hashCode(entity.getBinary("Data").orElseThrow().toByteArray())),
              failure -> {
                throw new AssertionError("seed=" + seed, failure);
              });
      machine.settle();
      found.keySet().removeIf(row -> row.startsWith("m"));
      assertThat(found).as("seed=%d", seed).isEqualTo(model);
      assertThat(engine.store().damagedPages()).as("seed=%d", seed).isZero();
    }
  }
}
