package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.engine.Seeds;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Transfers by joint commits in random lives of a store, on a disk that fails, fills and loses what
 * was not forced.
 *
 * <p>A failure names its seed; {@code -Dweir.seed=N} runs that seed alone.
 */
@ExtendWith(Quiet.class)
final class JointCommitCrashProperties {

  private static final Seeds SEEDS = Seeds.of(15, 40, 10_000);
  private static final ShardOptions CROWDED = ShardOptions.DEFAULT.withMailbox(2, 16L << 20);
  private static final int LIVES = 5;
  private static final int STEPS = 500;

  @TempDir
  Path folder;

  @Test
  void noCrashAndNoFaultChangesTheSumOrLosesAnAcknowledgedTransfer() {
    tell(Durability.SYNC);
  }

  @Test
  void noCrashChangesTheSumWhenForcesComeAtIntervals() {
    tell(Durability.INTERVAL);
  }

  private void tell(Durability durability) {
    var moved = new AtomicLong();
    var conflicts = new AtomicLong();

    SEEDS.forEach(seed -> {
      var bank = live(seed, durability);
      moved.addAndGet(bank.moved());
      conflicts.addAndGet(bank.conflicts());
    });

    if (SEEDS.areMany()) {
      assertThat(moved.get()).as("transfers").isGreaterThan(SEEDS.count() * 10L);
      assertThat(conflicts.get()).as("transfers that met another").isPositive();
    }
  }

  private Bank live(long seed, Durability durability) throws IOException {
    var random = new Random(seed);
    var machine = new SimulatedMachine(seed, options(seed, durability));
    var bank = new Bank(random, durability == Durability.SYNC);
    var founded = machine.open();
    bank.open(founded.account(Users.ACCOUNT));
    machine.settle();
    founded.account(Users.ACCOUNT).commit(bank.firstDeposits()).subscribe();
    machine.settle();
    machine.end(founded);
    for (var life = 0; life < LIVES; life++) {
      machine.disk.heal();
      var engine = machine.open();
      try {
        bank.expectEverything(engine);
        serve(machine, bank, engine, random);
      } finally {
        machine.end(engine);
        bank.hangUp();
      }
    }
    machine.disk.heal();
    var last = machine.open();
    bank.expectEverything(last);
    machine.end(last);
    return bank;
  }

  private static void serve(SimulatedMachine machine, Bank bank, Engine engine, Random random) {
    if (random.nextInt(2) == 0) {
      machine.disk.cutPowerAtOperation(1 + random.nextInt(400));
    }
    machine.serve(() -> bank.act(engine));
    for (var steps = random.nextInt(STEPS); steps > 0 && !machine.isDown(); steps--) {
      machine.step();
      if (random.nextInt(60) == 0) {
        disturb(machine.disk, random);
      }
      if (random.nextInt(50) == 0) {
        machine.setClockOff(Duration.ofSeconds(random.nextInt(2000) - 1000));
      }
    }
    machine.serve(() -> {});
    if (!machine.isDown() && random.nextInt(2) == 0) {
      machine.disk.heal();
      for (var i = 0; i < 20 && !machine.isDown(); i++) {
        machine.letTimePass(Duration.ofSeconds(1));
      }
      assertThat(machine.isDown() ? 0 : bank.unanswered())
          .as("joint commits without an answer")
          .isZero();
      if (!machine.isDown()) {
        bank.expectEverything(engine);
      }
    }
    if (random.nextInt(3) > 0) {
      machine.disk.cutPower();
    }
  }

  private static void disturb(SimulatedDisk disk, Random random) {
    switch (random.nextInt(5)) {
      case 0 -> disk.leaveSpace(random.nextInt(20_000));
      case 1, 2 -> disk.heal();
      default -> {
        var operations = SimulatedDisk.Operation.values();
        disk.fail(operations[random.nextInt(operations.length)], "log/", 1 + random.nextInt(10));
      }
    }
  }

  private StoreOptions options(long seed, Durability durability) {
    return StoreOptions.in(folder.resolve(durability + "-" + seed))
        .withShard(seed % 3 == 0 ? CROWDED : ShardOptions.DEFAULT)
        .withPartitionGroups(4)
        .withDurability(durability)
        .withSegmentBytes(32 << 10)
        .withCheckpointLogBytes(12_000);
  }
}
