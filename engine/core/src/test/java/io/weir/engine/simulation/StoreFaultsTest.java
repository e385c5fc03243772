package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.engine.Engine;
import io.weir.engine.disk.SimulatedDisk.Operation;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.shard.ShardOptions;
import io.weir.engine.store.StoreOptions;
import io.weir.engine.store.StoreUnusable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The behaviour of a store on a disk that fails, is full or is slow, and its recovery. */
final class StoreFaultsTest {

  private static final TableName TABLE = new TableName("Rain");
  private static final long BELOW_RESERVE = 100L << 20;

  @TempDir
  Path folder;

  private StoreOptions options;
  private SimulatedMachine machine;
  private Engine engine;

  @BeforeAll
  static void logNothing() {
    Quiet.begin();
  }

  @AfterAll
  static void logAgain() {
    Quiet.end();
  }

  @BeforeEach
  void open() throws IOException {
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
  void close() throws IOException {
    machine.disk.heal();
    engine.close();
  }

  @Test
  void aFailedForceLosesThePendingWriteAndTheStoreRecovers() throws IOException {
    write("kept", 10);
    machine.disk.fail(Operation.FORCE, "log/", 1);

    var pending = write("pending", 10);
    var refused = write("refused", 10);

    assertThat(pending.failure())
        .isInstanceOf(ServiceFailedException.class)
        .hasMessageContaining("outcome=unknown");
    assertThat(refused.failure())
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("simulated: force failed");
    assertThat(engine.health().writable()).isFalse();
    assertThat(engine.health().reason()).isEqualTo("simulated: force failed");
    assertThat(rows()).containsExactly("kept");

    machine.letTimePass(Duration.ofSeconds(1));
    assertThat(engine.health().writable()).isTrue();
    assertThat(write("later", 10).isDone()).isTrue();
    crash();
    assertThat(rows()).containsExactly("kept", "later");
  }

  @Test
  void theDurablePositionIsRecordedOnlyWhenItMoves() throws IOException {
    machine.letTimePass(Duration.ofSeconds(2));
    var forces = machine.disk.forcesOf(DurableRecord.FILE);
    machine.letTimePass(Duration.ofSeconds(60));
    assertThat(machine.disk.forcesOf(DurableRecord.FILE)).isEqualTo(forces);
    for (var i = 0; i < 5; i++) {
      write("r" + i, 10);
      machine.letTimePass(Duration.ofMillis(100));
    }

    machine.letTimePass(Duration.ofMillis(900));
    machine.letTimePass(Duration.ofMillis(900));

    assertThat(recorded()).isEqualTo(engine.store().log().durablePosition());
    assertThat(machine.disk.forcesOf(DurableRecord.FILE)).isBetween(forces + 1, forces + 3);
  }

  @Test
  void theDurablePositionIsRecordedSoonAfterEachNewSegment() throws IOException {
    machine.letTimePass(Duration.ofSeconds(2));
    for (var round = 0; round < 4; round++) {
      var rotations = engine.store().log().counters().rotations();
      while (engine.store().log().counters().rotations() == rotations) {
        write("r", 4_000);
      }
      machine.letTimePass(Duration.ofMillis(100));
      machine.settle();

      assertThat(recorded()).isEqualTo(engine.store().log().durablePosition());
    }
  }

  @Test
  void aFailureToRecordTheDurablePositionDelaysNoWrite() throws IOException {
    machine.disk.fail(Operation.FORCE, DurableRecord.FILE, 1);
    assertThat(write("a", 10).isDone()).isTrue();
    machine.letTimePass(Duration.ofSeconds(2));
    assertThat(engine.health().writable()).isTrue();

    machine.letTimePass(Duration.ofSeconds(2));
    machine.letTimePass(Duration.ofSeconds(2));

    assertThat(recorded()).isEqualTo(engine.store().log().durablePosition());
  }

  @Test
  void aLogThatLostItsLastSegmentIsRefusedAfterACrash() throws IOException {
    var first = machine.disk.root().folder("log").list();
    for (var i = 0; i < 40; i++) {
      write("r" + i, 4_000);
    }
    machine.letTimePass(Duration.ofSeconds(2));
    crashOnly();
    machine.disk.settle();
    var last = machine.disk.root().folder("log").list().stream()
        .filter(name -> name.endsWith(".log"))
        .sorted()
        .reduce((before, next) -> next)
        .orElseThrow();
    assertThat(first).doesNotContain(last);
    var bytes = machine.disk.bytes("log/" + last).clone();

    machine.disk.lose("log/" + last);

    assertThatThrownBy(machine::open)
        .isInstanceOf(StoreUnusable.class)
        .hasMessageContaining("the log ends before a position that it had reached");
    machine.disk.plant("log/" + last, bytes);
    engine = machine.open();
    machine.settle();
    assertThat(rows()).hasSize(40);
  }

  private long recorded() throws IOException {
    return new DurableRecord(machine.disk.root(), engine.store().identity().id()).read();
  }

  @Test
  void theStoreRecoversFromAFailedWrite() throws IOException {
    machine.disk.fail(Operation.WRITE, "log/", 1);
    assertThat(write("lost", 10).failure()).isInstanceOf(ServiceFailedException.class);

    machine.letTimePass(Duration.ofSeconds(1));

    assertThat(write("later", 10).isDone()).isTrue();
    crash();
    assertThat(rows()).containsExactly("later");
  }

  @Test
  void aStoreOnAFullDiskRefusesWritesServesReadsAndRecovers() throws IOException {
    machine.disk.leaveSpace(0);
    var answers = new ArrayList<Answer>();
    for (var i = 0; i < 40; i++) {
      answers.add(write(String.format("r%02d", i), 4_000));
    }

    var done = answers.stream().filter(Answer::isDone).count();
    assertThat(done)
        .as("writes before the segment was full, then %s", answers.get(0).failure())
        .isBetween(10L, 20L);
    assertThat(rows()).hasSize((int) done);
    assertThat(engine.health().reason()).startsWith("noSpace");

    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isFalse();
    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isTrue();
    assertThat(write("z", 10).isDone()).isTrue();
    crash();
    assertThat(rows()).hasSize((int) done + 1).endsWith("z");
  }

  @Test
  void aRotationWithoutRoomRefusesTheGroupWithAKnownOutcome() throws IOException {
    machine.disk.fail(Operation.CREATE, "log/", 1);
    machine.disk.fail(Operation.CREATE, "log/", 2);
    var failures = new ArrayList<Throwable>();
    var done = new ArrayList<String>();
    for (var i = 0; i < 40; i++) {
      var row = String.format("r%02d", i);
      var answer = write(row, 4_000);
      if (answer.isDone()) {
        done.add(row);
      } else {
        failures.add(answer.failure());
      }
    }

    assertThat(failures).isNotEmpty().allMatch(failure -> failure instanceof ServiceBusyException);
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isTrue();
    assertThat(write("z", 10).isDone()).isTrue();
    crash();
    assertThat(rows()).as("acknowledged writes and no refused ones").hasSize(done.size() + 1);
  }

  @Test
  void tableOperationsOnAFullDiskAreAnsweredAtOnceAndWorkAgainAfterwards() {
    machine.disk.leaveSpace(0);
    for (var i = 0; i < 60; i++) {
      write("r" + i, 4_000);
    }
    assertThat(engine.health().reason()).startsWith("noSpace");

    var created = table("Snow", true);
    var dropped = table(TABLE.toString(), false);
    for (var answer : List.of(created, dropped)) {
      assertThat(answer.isDone() || answer.failure() instanceof ServiceBusyException)
          .as("answered with %s", answer.failure())
          .isTrue();
    }

    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(engine.health().writable()).isTrue();
    assertThat(table("Hail", true).isDone()).isTrue();
  }

  private Answer table(String name, boolean create) {
    var answer = new Answer();
    var tables = engine.account(Users.ACCOUNT);
    var table = new TableName(name);
    (create ? tables.createTable(table) : tables.deleteTable(table))
        .subscribe(nothing -> {}, failure -> answer.failure = failure, () -> answer.done = true);
    machine.settle();
    return answer;
  }

  @Test
  void noSnapshotIsWrittenOfAShardAfterAFault() {
    write("kept", 10);
    engine.store().memoryFailed(new InternalError("a fault occurred in an unsafe memory access"));
    machine.settle();

    assertThatThrownBy(this::checkpoint).hasMessageContaining("not to be trusted");

    assertThat(engine.health().reason()).startsWith("shardFault");
    assertThat(engine.health().lasting()).isTrue();
    assertThat(rows()).containsExactly("kept");
    assertThat(write("refused", 10).failure()).hasMessageContaining("shardFault");
  }

  @Test
  void writesThatNeedRoomForPagesAreRefusedWhileTheDiskIsNearlyFull() {
    write("small", 10);
    machine.disk.leaveSpace(BELOW_RESERVE);

    assertThat(write("large", 60_000).failure())
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("noSpace");
    assertThat(rows()).containsExactly("small");

    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(write("large", 60_000).isDone()).isTrue();
  }

  @Test
  void aSlowDiskFillsBoundedQueuesAndReadsContinue() {
    write("before", 10);
    var answers = new ArrayList<Answer>();
    for (var i = 0; i < 500; i++) {
      answers.add(send("r" + i, 10));
      if (i % 20 == 0) {
        machine.runLoops(); // while the log waits for its force
      }
    }

    assertThat(answers.get(499).failure())
        .isInstanceOf(ServiceBusyException.class)
        .hasMessageContaining("mailboxFull");
    assertThat(rows()).containsExactly("before");
    machine.settle();
    assertThat(answers.stream().filter(answer -> !answer.isDone() && answer.failure() == null))
        .isEmpty();
    assertThat(rows()).hasSizeGreaterThan(64);
  }

  @Test
  void aFailedReadStopsTheStartAndChangesNoFile() throws IOException {
    write("logged", 10);
    checkpoint();
    write("later", 10);
    for (var n = 1; n < 30; n++) {
      crashOnly();
      machine.disk.fail(Operation.READ, "", n);
      try {
        engine = machine.open();
      } catch (IOException e) {
        assertThat(e).hasStackTraceContaining("simulated: read failed");
        machine.disk.heal();
        engine = machine.open();
      }
      machine.disk.heal();
      assertThat(rows()).containsExactly("later", "logged");
    }
  }

  @Test
  void aFailedSnapshotLosesNothingAndIsRepeated() throws IOException {
    var failures = 0;
    for (var operation : List.of(
        Operation.CREATE,
        Operation.WRITE,
        Operation.FORCE,
        Operation.RENAME,
        Operation.FORCE_FOLDER,
        Operation.DELETE)) {
      for (var n = 1; n <= 3; n++) {
        write("r" + failures + n, 100);
        machine.disk.fail(operation, operation == Operation.FORCE_FOLDER ? "" : "snapshot-", n);
        machine.disk.fail(operation, "MANIFEST", n);
        failures += failsToCheckpoint() ? 1 : 0;
        machine.disk.heal();
        var before = rows();
        crash();
        assertThat(rows()).as("%s %d", operation, n).isEqualTo(before);
        write("s" + failures + n, 100);
        checkpoint();
        assertThat(engine.health().failedSnapshots()).isZero();
      }
    }
    assertThat(failures).isGreaterThan(6);
    assertThat(machine.disk.list().stream().filter(name -> name.startsWith("snapshot-")))
        .hasSize(1);
  }

  @Test
  void anUnfinishedSnapshotIsDeletedOnAFullDisk() {
    for (var i = 0; i < 10; i++) {
      write("r" + i, 60_000);
    }
    machine.disk.leaveSpace(300_000);

    assertThatThrownBy(this::checkpoint).hasMessageContaining("no space left");

    assertThat(engine.health().failedSnapshots()).isEqualTo(1);
    assertThat(machine.disk.list()).noneMatch(name -> name.startsWith("snapshot-"));
  }

  @Test
  void theLogLeavesRoomForASnapshotThatThenTruncatesIt() throws IOException {
    overwriteTenRows(1);
    machine.disk.leaveSpace(400_000);

    var refused = 0;
    for (var round = 0; round < 40; round++) {
      var before = overwriteTenRows(1);
      if (before > 0) {
        refused++;
        machine.letTimePass(Duration.ofSeconds(2));
        machine.letTimePass(Duration.ofSeconds(2));
      }
    }

    assertThat(refused).as("rounds until a snapshot cut the log").isBetween(1, 12);
    assertThat(engine.health().writable()).isTrue();
    assertThat(overwriteTenRows(1)).isZero();
    machine.disk.heal();
    crash();
    assertThat(rows()).hasSize(10);
  }

  /** Returns how many of the writes were refused. */
  private int overwriteTenRows(int times) {
    var refused = 0;
    for (var i = 0; i < 10 * times; i++) {
      var answer = write("r" + i % 10, 4_000);
      assertThat(answer.isDone() || answer.failure() instanceof ServiceBusyException)
          .isTrue();
      refused += answer.isDone() ? 0 : 1;
    }
    return refused;
  }

  @Test
  void aSnapshotIsWrittenWithinSecondsAfterTheDiskHasRoomAgain() throws IOException {
    engine.close();
    machine = new SimulatedMachine(1, options.withCheckpointLogBytes(20_000));
    engine = machine.open();
    engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
    machine.settle();
    machine.disk.leaveSpace(1_000);
    overwriteTenRows(1);
    for (var seconds = 0; seconds < 200; seconds++) {
      machine.letTimePass(Duration.ofSeconds(1));
    }
    assertThat(engine.store().snapshotPosition()).isZero();
    assertThat(engine.health().failedSnapshots()).isPositive();

    machine.disk.heal();
    machine.letTimePass(Duration.ofSeconds(1));
    machine.letTimePass(Duration.ofSeconds(1));

    assertThat(engine.store().snapshotPosition()).isPositive();
    assertThat(engine.health().failedSnapshots()).isZero();
  }

  private boolean failsToCheckpoint() {
    try {
      checkpoint();
      return false;
    } catch (IOException e) {
      assertThat(engine.health().failedSnapshots()).isEqualTo(1);
      return true;
    }
  }

  private void checkpoint() throws IOException {
    engine.store().checkpoint();
  }

  private void crash() throws IOException {
    crashOnly();
    engine = machine.open();
  }

  private void crashOnly() {
    machine.disk.cutPower();
    try {
      engine.close();
    } catch (IOException e) {
      assertThat(machine.isDown()).isTrue();
    }
  }

  private Answer write(String row, int bytes) {
    var answer = send(row, bytes);
    machine.settle();
    return answer;
  }

  private Answer send(String row, int bytes) {
    var entity = Entity.builder("p", row).set("Data", new byte[bytes]).build();
    var answer = new Answer();
    engine
        .account(Users.ACCOUNT)
        .write(TABLE, new Write.Upsert(entity, WriteMode.REPLACE))
        .subscribe(done -> answer.done = true, failure -> answer.failure = failure);
    return answer;
  }

  private List<String> rows() {
    var rows = new ArrayList<String>();
    engine
        .account(Users.ACCOUNT)
        .query(TABLE, Query.ALL)
        .subscribe(entity -> rows.add(entity.rowKey()));
    return rows;
  }

  private static final class Answer {
    private boolean done;
    private Throwable failure;

    boolean isDone() {
      return done;
    }

    Throwable failure() {
      return failure;
    }
  }
}
