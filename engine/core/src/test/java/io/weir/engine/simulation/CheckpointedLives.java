package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.checkpoint.StoppedPage;
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

/**
 * A store on a simulated machine, which is killed or loses its power, and the values that it must
 * have afterwards.
 */
final class CheckpointedLives {

  static final int LIVES = 12;
  static final int SHARDS = 2;
  static final int ROWS = 60;

  /**
   * Rows with a page each, whose directory is long enough to be written anew when all of them have
   * changed.
   */
  private static final int LARGE_ROWS = 200;

  /** Rows with a page each, of which most are removed. */
  private static final int SPARSE_ROWS = 320;

  private final Path folder;
  private final long seed;
  final Random random;
  final SimulatedMachine machine;
  private final Map<String, Integer> model = new TreeMap<>();
  Engine engine;
  private boolean hasCheckpoint;
  private int value;

  CheckpointedLives(Path folder, long seed, Durability durability) {
    this(folder, seed, durability, Retention.DEFAULT);
  }

  CheckpointedLives(Path folder, long seed, Durability durability, Retention retention) {
    this.folder = folder;
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

  /**
   * Writes a row while a checkpoint is written. Its outcome may be unknown when the power is cut,
   * so a row of its own holds it.
   */
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

  /**
   * Damages a page that the log changes, without rows of the catalog, so that a start refuses its
   * shard. Returns the page.
   */
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
  void verify() {
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
