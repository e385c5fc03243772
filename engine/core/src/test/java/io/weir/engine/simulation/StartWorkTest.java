package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.backup.Backup;
import io.weir.engine.backup.CopyListener;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.StartWork;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.CheckpointBounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The counted work of a start after many kills. A store that does not grow starts with at most
 * twice the work of its first start, however often it was killed, and at whatever moment.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class StartWorkTest {

  private static final Seeds SEEDS = Seeds.of(2, 4, 200);
  private static final int SHARDS = 3;
  private static final int KILLS = 60;
  private static final int ENTITIES = 40;
  private static final int SEGMENT_BYTES = 16 << 10;
  private static final int CHECKPOINT_BYTES = 12_000;
  private static final TableName TABLE = new TableName("Rain");

  @TempDir
  Path folder;

  @Test
  void startsAfterManyKillsDoAtMostTwiceTheWorkOfTheFirst() {
    SEEDS.forEach(seed -> new Lives(seed).live());
  }

  @Test
  void startsDoBoundedWorkWhenNoRunCompletesItsCheckpoint() throws IOException {
    var lives = new Lives(SEEDS.first());
    lives.found();
    for (var life = 0; life < KILLS; life++) {
      lives.liveWithoutCheckpoint();
    }
    lives.stop(lives.start());
    lives.verify();
  }

  @Test
  void aSmallStoreIsCaughtUpWithAtTwiceTheLogThatMakesACheckpointDue() throws IOException {
    var most = 512 << 10;
    var lives = new Lives(SEEDS.first(), most);
    lives.found();
    for (var life = 0; life < KILLS; life++) {
      lives.liveWithoutCheckpoint();
    }
    lives.stop(lives.start());

    var due = new CheckpointBounds(most).logBytes(0);
    assertThat(lives.most(StartWork::logBytes))
        .as("bytes of log in a start")
        .isBetween(2 * due, 2 * due + SEGMENT_BYTES);
  }

  private final class Lives {

    private final long seed;
    private final Random random;
    private final SimulatedMachine machine;
    private final List<StartWork> starts = new ArrayList<>();
    private int interrupted;

    Lives(long seed) {
      this(seed, CHECKPOINT_BYTES);
    }

    Lives(long seed, long checkpointBytes) {
      this.seed = seed;
      this.random = new Random(seed);
      this.machine = new SimulatedMachine(
          seed,
          StoreOptions.in(folder.resolve("store-" + seed))
              .withPartitionGroups(SHARDS)
              .withSegmentBytes(SEGMENT_BYTES)
              .withCheckpointLogBytes(checkpointBytes));
    }

    void found() throws IOException {
      var engine = machine.open();
      engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
      machine.settle();
      write(engine, ENTITIES);
      machine.letTimePass(Duration.ofSeconds(2));
      stop(engine);
    }

    void live() throws IOException {
      found();
      for (var kill = 0; kill < KILLS; kill++) {
        liveOnce(kill);
      }
      machine.disk.heal();
      stop(start());
      assertThat(interrupted).as("interrupted starts seed=%d", seed).isPositive();
      verify();
    }

    void liveWithoutCheckpoint() throws IOException {
      var engine = start();
      for (var attempt = 1; attempt < 10; attempt++) {
        machine.disk.fail(SimulatedDisk.Operation.CREATE, "checkpoints/", attempt);
      }
      write(engine, ENTITIES / 4);
      stop(engine);
      machine.disk.heal();
    }

    private void liveOnce(int kill) throws IOException {
      if (random.nextInt(2) == 0) {
        machine.disk.killProcessAtOperation(1 + random.nextInt(12));
      }
      Engine engine;
      try {
        engine = start();
      } catch (IOException e) {
        assertThat(machine.isDown()).as("seed=%d kill=%d %s", seed, kill, e).isTrue();
        interrupted++;
        return;
      }
      machine.disk.killProcessAtOperation(1 + random.nextInt(300));
      write(engine, random.nextInt(ENTITIES));
      if (random.nextInt(4) == 0) {
        backUp(engine, kill);
      }
      machine.letTimePass(Duration.ofMillis(random.nextInt(2_500)));
      stop(engine);
    }

    private Engine start() throws IOException {
      var engine = machine.open();
      starts.add(engine.store().startWork());
      return engine;
    }

    private void write(Engine engine, int count) {
      for (var i = 0; i < count && !machine.isDown(); i++) {
        var row = count == ENTITIES ? i : random.nextInt(ENTITIES);
        var entity =
            Entity.builder("p" + row % 4, "r" + row).set("Data", new byte[400]).build();
        engine
            .account(Users.ACCOUNT)
            .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
            .subscribe(done -> {}, failure -> {});
        machine.settle();
      }
    }

    private void backUp(Engine engine, int kill) throws IOException {
      var path = folder.resolve("backup-" + seed + "-" + kill);
      try {
        Backup.write(engine.store(), path, Clock.systemUTC(), CopyListener.NOBODY);
      } catch (IOException e) {
        assertThat(machine.isDown()).as("seed=%d kill=%d %s", seed, kill, e).isTrue();
      }
    }

    /** Kills the process if it is still alive. */
    private void stop(Engine engine) throws IOException {
      machine.disk.killProcess();
      try {
        engine.close();
      } catch (IOException e) {
        assertThat(machine.isDown()).isTrue();
      }
    }

    private void verify() {
      var first = starts.get(0);
      System.out.printf(
          "start work seed=%d starts=%d interrupted=%d first=%s most: snapshotBytes=%d segments=%d"
              + " logBytes=%d pages=%d deletedFiles=%d%n",
          seed,
          starts.size(),
          interrupted,
          first,
          most(StartWork::snapshotBytes),
          most(StartWork::segments),
          most(StartWork::logBytes),
          most(StartWork::pages),
          most(StartWork::deletedFiles));
      var as = "seed=" + seed;
      // The bound is for the most that the first start may find, because its own work depends on
      // where the last checkpoint happened to be.
      assertThat(most(StartWork::logBytes))
          .as(as)
          .isLessThanOrEqualTo(2L * Math.max(first.logBytes(), CHECKPOINT_BYTES + SEGMENT_BYTES));
      assertThat(most(StartWork::segments))
          .as(as)
          .isLessThanOrEqualTo(2L * Math.max(first.segments(), 2));
      assertThat(most(StartWork::snapshotBytes))
          .as(as)
          .isLessThanOrEqualTo(2L * Math.max(first.snapshotBytes(), ENTITIES * 600L));
      assertThat(most(StartWork::pages)).as(as).isLessThanOrEqualTo(2L * first.pages());
      assertThat(most(StartWork::deletedFiles))
          .as(as)
          .isLessThanOrEqualTo(2L * Math.max(first.deletedFiles(), SHARDS));
    }

    private long most(ToLongFunction<StartWork> count) {
      return starts.stream().mapToLong(count).max().orElse(0);
    }
  }
}
