package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A store of one shard on a simulated machine, and one table in it. */
@ExtendWith(Quiet.class)
abstract class SimulatedStore {

  static final TableName TABLE = new TableName("Rain");

  @TempDir
  Path folder;

  StoreOptions options;
  SimulatedMachine machine;
  Engine engine;

  @BeforeEach
  final void open() throws IOException {
    options = StoreOptions.in(folder)
        .withPartitionGroups(1)
        .withSegmentBytes(64 << 10)
        .withShard(ShardOptions.DEFAULT.withMailbox(64, 16L << 20))
        .withCheckpointLogBytes(1 << 30);
    machine = new SimulatedMachine(1, options);
    engine = machine.open();
    engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
    machine.settle();
  }

  @AfterEach
  final void close() throws IOException {
    machine.disk.heal();
    engine.close();
  }

  final void checkpoint() throws IOException {
    engine.store().checkpoint();
  }

  final void crash() throws IOException {
    crashOnly();
    engine = machine.open();
  }

  final void crashOnly() {
    machine.crash(engine);
  }

  /** Kills the process: the system keeps all written bytes. */
  final void kill() {
    machine.disk.killProcess();
    try {
      engine.close();
    } catch (IOException e) {
      assertThat(machine.isDown()).isTrue();
    }
  }

  /**
   * Acts fewer than {@code acts} times, with fewer than {@code steps} steps of the machine after
   * each, so that work is left unfinished.
   */
  final void interleave(Random random, int acts, int steps, Runnable act) {
    for (var left = random.nextInt(acts); left > 0; left--) {
      act.run();
      for (var few = random.nextInt(steps); few > 0; few--) {
        machine.step();
      }
    }
  }

  final Answer write(String row, int bytes) {
    var answer = send(row, bytes);
    machine.settle();
    return answer;
  }

  final Answer send(String row, int bytes) {
    var entity = Entity.builder("p", row).set("Data", new byte[bytes]).build();
    var answer = new Answer();
    engine
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
        .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
    return answer;
  }

  final List<String> rows() {
    var rows = new ArrayList<String>();
    engine
        .account(Users.ACCOUNT)
        .query(TABLE, Query.ALL)
        .subscribe(entity -> rows.add(entity.rowKey()));
    return rows;
  }

  static final class Answer {
    boolean done;
    Throwable failure;

    boolean isDone() {
      return done;
    }

    Throwable failure() {
      return failure;
    }
  }
}
