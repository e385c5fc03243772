package io.weir.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.engine.disk.SimulatedDisk.Operation;
import io.weir.engine.log.DurableRecord;
import io.weir.engine.store.StoreUnusable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The behaviour of a store on a disk that fails or is slow, and its recovery. */
final class StoreFaultsTest extends SimulatedStore {

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
  void noCheckpointIsWrittenOfAShardAfterAFault() {
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
  void aFailedCheckpointLosesNothingAndIsRepeated() throws IOException {
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
        machine.disk.fail(operation, operation == Operation.FORCE_FOLDER ? "" : "checkpoints/", n);
        machine.disk.fail(operation, "CHECKPOINT", n);
        failures += failsToCheckpoint() ? 1 : 0;
        machine.disk.heal();
        var before = rows();
        crash();
        assertThat(rows()).as("%s %d", operation, n).isEqualTo(before);
        write("s" + failures + n, 100);
        checkpoint();
        assertThat(engine.health().failedCheckpoints()).isZero();
      }
    }
    assertThat(failures).isGreaterThan(6);
    assertThat(machine.disk.list()).noneMatch(name -> name.startsWith("snapshot-"));
  }

  private boolean failsToCheckpoint() {
    try {
      checkpoint();
      return false;
    } catch (IOException e) {
      assertThat(engine.health().failedCheckpoints()).isEqualTo(1);
      return true;
    }
  }
}
