package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.TableName;
import io.weir.api.error.ServiceBusyException;
import io.weir.engine.disk.SimulatedDisk.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The behaviour of a store whose disk is full or nearly full, and its recovery. */
final class FullDiskStoreTest extends SimulatedStore {

  private static final long BELOW_RESERVE = 100L << 20;

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
  void aStoreThatIsKilledOnAFullDiskStartsAgainAndServesReads() throws IOException {
    overwriteSixtyRows();
    checkpoint();
    overwriteSixtyRows();
    overwriteSixtyRows();
    machine.disk.leaveSpace(0);
    kill();

    engine = machine.open();

    assertThat(engine.store().startedFromCheckpoint()).isTrue();
    machine.settle();
    assertThat(rows()).hasSize(60);
    machine.disk.heal();
    machine.letTimePass(Duration.ofMinutes(1));
    assertThat(write("z", 10).isDone()).isTrue();
  }

  private void overwriteSixtyRows() {
    for (var row = 0; row < 60; row++) {
      assertThat(write(String.format("r%02d", row), 4_000).isDone()).isTrue();
    }
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
  void anUnfinishedCheckpointIsDeletedOnAFullDisk() throws IOException {
    for (var i = 0; i < 10; i++) {
      write("r" + i, 60_000);
    }
    checkpoint();
    write("r0", 60_000);
    var finished = machine.disk.root().folder("checkpoints").list();
    machine.disk.leaveSpace(10);

    assertThatThrownBy(this::checkpoint).hasMessageContaining("no space left");

    assertThat(engine.health().failedCheckpoints()).isEqualTo(1);
    assertThat(machine.disk.root().folder("checkpoints").list())
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(finished);
  }

  @Test
  void theLogLeavesRoomForACheckpointThatThenTruncatesIt() throws IOException {
    overwriteTenRows(1);
    machine.disk.leaveSpace(400_000);

    var refused = 0;
    for (var round = 0; round < 40; round++) {
      if (overwriteTenRows(1) > 0) {
        refused++;
        machine.letTimePass(Duration.ofSeconds(2));
        machine.letTimePass(Duration.ofSeconds(2));
        overwriteTenRowsPatiently(1);
      }
    }

    assertThat(refused).as("rounds that met a full log").isBetween(1, 12);
    assertThat(engine.health().writable()).isTrue();
    machine.disk.heal();
    crash();
    assertThat(rows()).hasSize(10);
  }

  @Test
  void segmentsThatAreKeptForFeedsAreGivenUpBeforeAWriteIsRefused() throws IOException {
    overwriteTenRows(10);
    checkpoint();
    var kept = engine.store().feedUse().keptBytes();
    assertThat(kept).isGreaterThan(200_000);

    machine.disk.leaveSpace(70_000);

    overwriteTenRowsPatiently(3);
    assertThat(engine.store().feedUse().keptBytes()).isLessThan(kept);
  }

  @Test
  void aCheckpointIsWrittenWithinSecondsAfterTheDiskHasRoomAgain() throws IOException {
    engine.close();
    machine = new SimulatedMachine(1, options.withCheckpointLogBytes(20_000));
    engine = machine.open();
    engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
    machine.settle();
    for (var attempt = 1; attempt < 250; attempt++) {
      machine.disk.fail(
          Operation.CREATE,
          "checkpoints/",
          attempt); // a small checkpoint fits into the room that old segments give
    }
    overwriteTenRows(1);
    for (var seconds = 0; seconds < 200; seconds++) {
      machine.letTimePass(Duration.ofSeconds(1));
    }
    assertThat(engine.store().checkpointPosition()).isZero();
    assertThat(engine.health().failedCheckpoints()).isPositive();

    machine.disk.heal();
    for (var seconds = 0; seconds < 9; seconds++) { // the pause between two attempts is 8 s at most
      machine.letTimePass(Duration.ofSeconds(1));
    }

    assertThat(engine.store().checkpointPosition()).isPositive();
    assertThat(engine.health().failedCheckpoints()).isZero();
  }

  @Test
  void aLackOfRoomForPagesMakesACheckpointDue() throws IOException {
    engine.close();
    machine = new SimulatedMachine(1, options.withCheckpointLogBytes(240_000));
    engine = machine.open();
    engine.account(Users.ACCOUNT).createTable(TABLE).subscribe();
    machine.settle();
    overwriteTenRows(1);
    machine.letTimePass(Duration.ofSeconds(1));
    var position = engine.store().checkpointPosition();
    assertThat(position).isPositive();
    for (var i = 0; i < 3; i++) {
      write("r" + i, 4_000);
    }
    machine.letTimePass(Duration.ofSeconds(2));
    assertThat(engine.store().checkpointPosition()).as("not due yet").isEqualTo(position);

    machine.disk.leaveSpace(BELOW_RESERVE);
    assertThat(write("large", 60_000).failure()).hasMessageContaining("noSpace");
    machine.letTimePass(Duration.ofSeconds(2));

    assertThat(engine.store().checkpointPosition()).isGreaterThan(position);
  }

  /**
   * Writes each row, again if it is refused. Page files cannot grow on a full disk, so a write may
   * have to wait for the next checkpoint, after which the places that the last one names are used
   * again.
   */
  private void overwriteTenRowsPatiently(int times) {
    for (var i = 0; i < 10 * times; i++) {
      var done = false;
      for (var tries = 0; tries < 5 && !done; tries++) {
        done = writePatiently("r" + i % 10).isDone();
      }
      assertThat(done).as("write %d", i).isTrue();
    }
  }

  /** Writes a row, and waits some seconds for the checkpoint that the write may need. */
  private Answer writePatiently(String row) {
    var answer = write(row, 4_000);
    for (var seconds = 0; seconds < 5 && !answer.isDone() && answer.failure() == null; seconds++) {
      machine.letTimePass(Duration.ofSeconds(1));
    }
    return answer;
  }

  /** Returns how many of the writes were refused. */
  private int overwriteTenRows(int times) {
    var refused = 0;
    for (var i = 0; i < 10 * times; i++) {
      var answer = writePatiently("r" + i % 10);
      assertThat(answer.isDone() || answer.failure() instanceof ServiceBusyException)
          .isTrue();
      refused += answer.isDone() ? 0 : 1;
    }
    return refused;
  }
}
