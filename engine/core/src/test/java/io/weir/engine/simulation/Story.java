package io.weir.engine.simulation;

import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Random;

/** The lives of one store, all of which follow from a seed. */
final class Story {

  private static final int LIVES = 6;
  private static final int MOST_STEPS = 600;

  private final String name;
  private final Random random;
  private final boolean sync;
  private final Path folder;
  private final SimulatedMachine machine;
  private final Users users;

  Story(long seed, StoreOptions options) {
    this.name = "seed=" + seed + " durability=" + options.durability();
    this.random = new Random(seed);
    this.sync = options.durability() == Durability.SYNC;
    this.folder = options.folder();
    this.machine = new SimulatedMachine(seed, options);
    this.users = new Users(random, options.partitionGroups(), sync);
  }

  void tell() throws IOException {
    try {
      for (var life = 0; life < LIVES; life++) {
        live(name + " life=" + life);
      }
      machine.disk.heal();
      finish(open(name + " last"));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(name + ": replay with -Dweir.seed", e);
    } finally {
      deleteFolder();
    }
  }

  private void live(String what) throws IOException {
    stopWithin(3, 80);
    Engine engine;
    try {
      engine = open(what);
    } catch (IOException e) {
      if (!machine.isDown()) {
        throw new AssertionError("does not open " + what, e);
      }
      return;
    }
    stopWithin(2, 400);
    machine.serve(() -> users.act(engine));
    for (var steps = random.nextInt(MOST_STEPS); steps > 0 && !machine.isDown(); steps--) {
      step(engine);
    }
    end(engine);
  }

  private Engine open(String what) throws IOException {
    var engine = machine.open();
    try {
      Discovery.check(engine, users, sync, what);
      return engine;
    } catch (AssertionError | RuntimeException e) {
      finish(engine);
      throw e;
    }
  }

  private void step(Engine engine) {
    machine.step();
    if (random.nextInt(50) == 0) {
      machine.setClockOff(Duration.ofSeconds(random.nextInt(2000) - 1000));
    }
    var published = engine.store().shards().stream()
        .mapToLong(shard -> shard.publishedPosition())
        .max()
        .orElse(0);
    if (!machine.isDown() && engine.store().log().durablePosition() >= published) {
      users.shards.forEach(ShardModel::promise);
    }
  }

  /** Now and then has the machine stop in the middle of something. */
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

  /** Closes the store; when the machine is down, only to give back what a real crash would. */
  private void finish(Engine engine) {
    machine.serve(() -> {});
    try {
      engine.close();
      users.shards.forEach(ShardModel::promise);
    } catch (IOException e) {
      if (!machine.isDown()) {
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
