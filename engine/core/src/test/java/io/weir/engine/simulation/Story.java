package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.Engine;
import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;

/** The lives of one store, determined by a seed. */
final class Story {

  private static final int LIVES = 6;
  private static final int MOST_STEPS = 600;

  private final String name;
  private final Random random;
  private final boolean sync;
  private final Path folder;
  private final SimulatedMachine machine;
  private final Users users;
  private long generation;

  Story(long seed, StoreOptions options) {
    this.name = "seed=" + seed + " durability=" + options.durability();
    this.random = new Random(seed);
    this.sync = options.durability() == Durability.SYNC;
    this.folder = options.folder();
    this.machine = new SimulatedMachine(seed, options);
    var crowded = options.shard().mailboxCommands() < ShardOptions.DEFAULT.mailboxCommands();
    this.users = new Users(random, new Ledger(options.partitionGroups(), sync, crowded));
  }

  void tell() throws IOException {
    try {
      for (var life = 0; life < LIVES; life++) {
        live(name + " life=" + life);
      }
      machine.disk.heal();
      finish(open(name + " last"));
    } finally {
      deleteFolder();
    }
  }

  private void live(String what) throws IOException {
    stopWithin(3, 80);
    Engine engine;
    if (random.nextInt(4) > 0) {
      machine.disk.heal();
    }
    try {
      engine = open(what);
    } catch (SimulatedDisk.Stopped | SimulatedDisk.Failed e) {
      machine.disk.killProcess(); // this life ends without a store; the next one tries again
      return;
    } catch (IOException e) {
      if (!machine.isDown() && machine.disk.isHealthy()) {
        throw new AssertionError("does not open " + what, e);
      }
      machine.disk.killProcess();
      return;
    }
    generation = 0;
    if (!machine.disk.isHealthy()) {
      users.shards.forEach(ShardModel::disturbed);
    }
    stopWithin(2, 400);
    machine.serve(() -> users.act(engine));
    for (var steps = random.nextInt(MOST_STEPS); steps > 0 && !machine.isDown(); steps--) {
      step(engine);
    }
    end(engine);
  }

  /**
   * Opens the store. A crash leaves the last checkpoint usable, and every page of it, whatever else
   * it loses.
   */
  private Engine open(String what) throws IOException {
    var hasCheckpoint = machine.disk.list().contains(CheckpointManifest.FILE);
    var engine = machine.open();
    try {
      assertThat(engine.store().startedFromCheckpoint()).as(what).isEqualTo(hasCheckpoint);
      Discovery.check(engine, users, sync, what);
      assertThat(engine.store().damagedPages()).as(what).isZero();
      return engine;
    } catch (AssertionError | RuntimeException e) {
      finish(engine);
      throw e;
    }
  }

  private void step(Engine engine) {
    machine.step();
    if (random.nextInt(40) == 0) {
      failSoon();
    }
    noticeRecovery(engine);
    if (random.nextInt(50) == 0) {
      machine.setClockOff(Duration.ofSeconds(random.nextInt(2000) - 1000)
          .plusDays(random.nextInt(4) == 0 ? random.nextInt(20_000) * 365L - 3_650_000 : 0));
    }
    var published = engine.store().shards().stream()
        .mapToLong(shard -> shard.publishedPosition())
        .max()
        .orElse(0);
    if (!machine.isDown() && engine.store().log().durablePosition() >= published) {
      users.shards.forEach(ShardModel::promise);
    }
  }

  /** Injects a failure of a later operation, fills the disk, or heals it. */
  private void failSoon() {
    users.shards.forEach(ShardModel::disturbed);
    switch (random.nextInt(6)) {
      case 0 -> machine.disk.leaveSpace(random.nextInt(20_000));
      case 1, 2 -> machine.disk.heal();
      default -> {
        var operations = SimulatedDisk.Operation.values();
        machine.disk.fail(
            operations[random.nextInt(operations.length)],
            random.nextBoolean() ? "" : "log/",
            1 + random.nextInt(10));
      }
    }
  }

  /** Records when the log continues after a failure: its lost records stay lost. */
  private void noticeRecovery(Engine engine) {
    var log = engine.store().log();
    if (!machine.isDown() && log.outage() == null && log.generation() > generation) {
      generation = log.generation();
      users.shards.forEach(ShardModel::forgetUnknown);
    }
  }

  /** Sometimes schedules a crash in the middle of an operation. */
  private void stopWithin(int oneIn, int operations) {
    if (random.nextInt(oneIn) == 0) {
      var n = 1 + random.nextInt(operations);
      if (random.nextBoolean()) {
        machine.disk.cutPowerAtOperation(n);
      } else {
        machine.disk.killProcessAtOperation(n);
      }
    }
  }

  private void end(Engine engine) {
    switch (random.nextInt(3)) {
      case 0 -> machine.disk.killProcess();
      case 1 -> machine.disk.cutPower();
      default -> {} // an orderly close
    }
    finish(engine);
  }

  /** Closes the store. After a crash this only releases its resources. */
  private void finish(Engine engine) {
    machine.serve(() -> {});
    try {
      engine.close();
      users.shards.forEach(ShardModel::promise);
    } catch (IOException e) {
      if (!machine.isDown() && engine.health().writable()) {
        throw new UncheckedIOException(e);
      }
    }
    machine.disk.killProcess();
  }

  private void deleteFolder() throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
