package io.weir.engine.simulation;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.engine.Engine;
import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.recovery.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/**
 * Random lives of a store whose change feed is followed: snapshots, failures of the log, a clock
 * that is off, crashes and restarts. Everything follows from one seed. Belongs to the test's
 * thread.
 */
final class FeedLives {

  private static final int LIVES = 4;
  private static final int SECONDS_TO_SETTLE = 20;

  /** What writes to the store and follows its feed. */
  interface Followed {

    /** Begins to follow the store, which has just been opened. */
    void begin();

    /** Does something small and random. */
    void act();

    /** Asks for all further items of the feed. */
    void catchUp();

    /** Compares what the feed has told with what the store holds. All writes have ended. */
    void compare();

    /** Ends all subscriptions. The store has been closed. */
    void hangUp();
  }

  final Random random;
  private final SimulatedMachine machine;
  private Engine engine;

  private FeedLives(Random random, SimulatedMachine machine) throws IOException {
    this.random = random;
    this.machine = machine;
    this.engine = machine.open();
  }

  /**
   * Opens a new store.
   *
   * @param retentions of which the store has one
   */
  static FeedLives open(Path folder, long seed, Durability durability, List<Retention> retentions)
      throws IOException {
    var random = new Random(seed);
    var options = StoreOptions.in(folder.resolve(durability + "-" + seed))
        .withPartitionGroups(4)
        .withDurability(durability)
        .withSegmentBytes(32 << 10)
        .withRetention(retentions.get(random.nextInt(retentions.size())))
        .withCheckpointLogBytes(12_000);
    return new FeedLives(random, new SimulatedMachine(seed, options));
  }

  Engine engine() {
    return engine;
  }

  TableService tables() {
    return engine.account(Users.ACCOUNT);
  }

  /** Lives all lives, and closes the store. Each has fewer steps than the number. */
  void live(int steps, Followed followed) throws IOException {
    for (var life = 0; life < LIVES; life++) {
      followed.begin();
      machine.serve(followed::act);
      for (var left = random.nextInt(steps); left > 0 && !machine.isDown(); left--) {
        machine.step();
        if (random.nextInt(100) == 0) {
          disturb();
        }
        if (random.nextInt(50) == 0) {
          machine.setClockOff(Duration.ofSeconds(random.nextInt(2000) - 1000));
        }
      }
      machine.serve(() -> {});
      if (!machine.isDown() && random.nextBoolean()) {
        settle(followed);
      }
      if (random.nextInt(3) > 0) {
        machine.disk.cutPower();
      }
      close(followed);
      machine.disk.heal();
      engine = machine.open();
    }
    settle(followed);
    close(followed);
  }

  private void disturb() {
    switch (random.nextInt(4)) {
      case 0 -> machine.disk.heal();
      case 1 -> machine.disk.cutPowerAtOperation(1 + random.nextInt(400));
      default -> {
        var operations = SimulatedDisk.Operation.values();
        machine.disk.fail(
            operations[random.nextInt(operations.length)], "log/", 1 + random.nextInt(10));
      }
    }
  }

  /** Lets everything end, and compares, unless the store has failed for good. */
  private void settle(Followed followed) {
    machine.disk.heal();
    for (var second = 0; second < SECONDS_TO_SETTLE; second++) {
      followed.catchUp();
      machine.letTimePass(Duration.ofSeconds(1));
      if (machine.isDown() || !engine.health().writable() && engine.health().lasting()) {
        return;
      }
    }
    followed.compare();
  }

  private void close(Followed followed) throws IOException {
    machine.end(engine);
    followed.hangUp();
  }

  /** Returns the numbers of the entities that a table holds; none if there is no such table. */
  Map<EntityKey, Integer> stored(TableName name, Predicate<Entity> condition) {
    var rows = new TreeMap<EntityKey, Integer>();
    if (engine.store().catalog().find(Users.ACCOUNT, name) != null) {
      tables()
          .query(name, Query.ALL)
          .filter(condition)
          .subscribe(entity -> rows.put(entity.key(), FollowingConsumer.numberOf(entity)));
      machine.settle();
    }
    return rows;
  }

  /** Returns the key of one of 24 entities. */
  EntityKey key() {
    return new EntityKey("p" + random.nextInt(4), "" + random.nextInt(6));
  }

  /** Returns the filter of a range of keys. */
  String range() {
    return switch (random.nextInt(4)) {
      case 0 -> "PartitionKey ge 'p1'";
      case 1 -> "PartitionKey eq '" + key().partitionKey() + "' and RowKey lt '3'";
      case 2 -> "PartitionKey eq '" + key().partitionKey() + "'";
      default -> "PartitionKey lt 'p2'";
    };
  }

  /**
   * Sends a request whose outcome does not matter: the store may have failed, or may lack the
   * table.
   */
  void send(Mono<?> request) {
    request.subscribe(done -> {}, refused -> {});
  }
}
