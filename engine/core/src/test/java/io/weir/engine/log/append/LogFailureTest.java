package io.weir.engine.log.append;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFailureTest {
  private final LogRig rig = new LogRig();

  @Test
  void aFailedForceFailsTheGroupAndRefusesLaterBatches() throws Exception {
    FileLog log = rig.open();
    append(log, "kept");
    rig.disk.failForce(1);
    Heard first = offer(log, "a");
    Heard second = offer(log, "b");

    log.runOnce();
    Heard later = offer(log, "c");
    log.runOnce();

    assertThat(List.of(first, second, later)).allMatch(Heard::isFailed);
    assertThat(first.failure()).hasRootCauseMessage("simulated: force failed");
    assertThat(first.failure().isNothingKept()).isFalse();
    assertThat(later.failure().isNothingKept()).isTrue();
    assertThat(log.outage().cause().reason()).isEqualTo("simulated: force failed");
  }

  @Test
  void aLogContinuesInANewSegmentWithoutTheLostRecords() throws Exception {
    FileLog log = rig.open();
    append(log, "kept");
    rig.disk.failForce(1);
    offer(log, "lost");
    log.runOnce();

    rig.letTimePass(Duration.ofSeconds(1));
    log.runOnce();
    Heard stale = offer(log, "built on a lost batch");
    Heard later = offer(log, log.generation(), "later");
    log.runOnce();

    assertThat(log.isFailed()).isFalse();
    assertThat(stale.failure().isNothingKept()).isTrue();
    assertThat(later.isAcknowledged()).isTrue();
    rig.disk.killProcess();
    assertThat(rig.replayedTexts()).containsExactly("kept", "later");
  }

  @Test
  void aLogThatCannotContinueRetriesAtGrowingIntervals() throws Exception {
    FileLog log = rig.open();
    rig.disk.failForce(1);
    offer(log, "lost");
    log.runOnce();
    rig.disk.leaveSpace(0);

    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      rig.letTimePass(Duration.ofSeconds(6));
      log.runOnce();
      waits.add(log.restNanos() / 1_000_000);
    }
    assertThat(waits).startsWith(200L, 400L, 800L).endsWith(5000L);

    rig.disk.heal();
    rig.letTimePass(Duration.ofSeconds(6));
    log.runOnce();
    assertThat(log.isFailed()).isFalse();
  }

  @Test
  void theLogWaitsForAFullDiskAndLosesNothing() throws Exception {
    FileLog log = rig.open();
    rig.disk.leaveSpace(0);
    append(log, textOf(7000));
    rig.runBackground();
    Heard noRoom = offer(log, textOf(7001));
    log.runOnce();
    assertThat(noRoom.failure()).hasRootCauseMessage("simulated: no space left on device");
    assertThat(rig.disk.list()).as("a file half made takes no space").doesNotContain("next.tmp");

    rig.disk.heal();
    rig.letTimePass(Duration.ofSeconds(1));
    log.runOnce();
    Heard later = offer(log, log.generation(), textOf(7002));
    log.runOnce();

    assertThat(later.isAcknowledged()).isTrue();
    rig.disk.cutPower();
    assertThat(rig.replay(0))
        .extracting(shown -> shown.text().length())
        .containsExactly(7000, 7002);
  }

  /** Acknowledged batches are visible in the trees; the log can neither prove nor undo them. */
  @Test
  void aFailureIsFinalWhenMoreWasAcknowledgedThanForced() throws Exception {
    rig.withForceInterval(Duration.ofMillis(10));
    FileLog log = rig.open();
    append(log, "acknowledged, not forced");
    rig.disk.failForce(1);
    rig.letTimePass(Duration.ofSeconds(1));
    log.runOnce();
    rig.runBackground();

    rig.letTimePass(Duration.ofSeconds(60));
    log.runOnce();

    assertThat(log.outage().cause().isLasting()).isTrue();
    assertThatThrownBy(log::close).isInstanceOf(LogFailed.class);
  }

  @Test
  void aFileWhoseForceFailedIsNeverForcedAgain() throws Exception {
    FileLog log = rig.open();
    append(log, "kept");
    String failed = rig.lastSegment();
    rig.disk.failForce(1);
    append2(log);
    int forces = rig.disk.forcesOf(failed);

    rig.letTimePass(Duration.ofSeconds(1));
    append2(log);
    log.close();

    assertThat(rig.disk.forcesOf(failed)).isEqualTo(forces);
    assertThat(rig.lastSegment()).isNotEqualTo(failed);
  }

  private static void append2(FileLog log) {
    offer(log, "x");
    log.runOnce();
  }

  @Test
  void aFailedWriteFailsTheLog() throws Exception {
    FileLog log = rig.open();
    append(log, "kept");
    rig.disk.failWrite(1);
    Heard heard = offer(log, "lost");

    log.runOnce();

    assertThat(heard.isFailed()).isTrue();
    assertThat(log.isFailed()).isTrue();
    rig.disk.cutPower();
    assertThat(rig.replayedTexts()).containsExactly("kept");
  }

  @Test
  void aShortWriteIsFinished() throws Exception {
    FileLog log = rig.open();
    rig.disk.writeShort();
    for (int i = 0; i < 20; i++) {
      append(log, textOf(1000 + i));
    }

    rig.disk.cutPower();

    assertThat(rig.replay(0))
        .extracting(shown -> shown.text().length())
        .hasSize(20)
        .isSorted();
  }

  @Test
  void aWriteWithoutProgressFailsTheLog() throws Exception {
    FileLog log = rig.open();
    rig.disk.fillUp();
    Heard heard = offer(log, "no room");

    log.runOnce();

    assertThat(heard.isFailed()).isTrue();
  }

  @Test
  void aNextSegmentThatCannotBeCreatedFailsTheLogWhenItIsNeeded() throws Exception {
    FileLog log = rig.open();
    append(log, textOf(7000));
    rig.disk.failWrite(1);
    rig.runBackground();
    assertThat(log.isFailed()).isFalse();
    rig.disk.failWrite(1);
    Heard heard = offer(log, textOf(7000));

    log.runOnce();

    assertThat(heard.isFailed()).isTrue();
    assertThat(rig.replay(0)).hasSize(1);
  }

  @Test
  void aNextSegmentThatCannotBeCreatedDoesNotPreventACleanClose() throws Exception {
    FileLog log = rig.open();
    append(log, textOf(7000));
    rig.disk.failWrite(1);
    rig.runBackground();

    log.close();

    assertThat(rig.replay(0)).hasSize(1);
  }

  @Test
  void aCompletionThatThrowsFailsTheLogAndTheOtherBatches() throws Exception {
    FileLog log = rig.open();
    log.offer(
        new LogBatch(List.of(LogPayload.of(ByteBuffer.allocate(1))), new LogBatch.Completion() {
          @Override
          public void acknowledged(long endPosition) {
            throw new IllegalStateException("broken owner");
          }

          @Override
          public void failed(LogFailed failure) {
            throw new IllegalStateException("heard twice");
          }
        }));
    Heard other = offer(log, "b");

    log.runOnce();

    assertThat(other.isFailed()).isTrue();
    assertThat(log.isFailed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5})
  void aPayloadThatWritesAnotherLengthThanItSaysFailsTheLogForGood(int written) throws Exception {
    FileLog log = rig.open();
    append(log, "a");
    var lying = new LogPayload() {
      @Override
      public int lengthBytes() {
        return 4;
      }

      @Override
      public void writeTo(ByteBuffer target) {
        target.put(new byte[written]);
      }
    };
    Heard heard = new Heard();
    log.offer(new LogBatch(List.of(lying), heard, log.generation()));

    log.runOnce();

    assertThat(heard.isFailed()).isTrue();
    assertThat(log.isFailed()).isTrue();
    assertThat(log.restNanos()).as("no retry").isEqualTo(Long.MAX_VALUE);
    rig.disk.killProcess();
    assertThat(rig.replay(0)).hasSize(1);
  }

  @Test
  void closeReportsAFailureOfTheLastForce() throws Exception {
    FileLog log = rig.open();
    append(log, "a");
    rig.disk.failForce(1); // of the mark

    assertThatThrownBy(log::close)
        .isInstanceOf(LogFailed.class)
        .hasRootCauseMessage("simulated: force failed");
  }

  /**
   * The kernel shows bytes that it could not write as if they were written; nothing may be built on
   * them before they are durable.
   */
  @Test
  void recordsThatAReopenedLogShowsAfterAFailedForceAreDurable() throws Exception {
    for (int seed = 0; seed < 200; seed++) {
      LogRig rig = new LogRig(seed);
      FileLog log = rig.open();
      append(log, "kept");
      rig.disk.failForce(1);
      offer(log, textOf(3000), textOf(2000));
      log.runOnce();
      rig.disk.killProcess();

      FileLog reopened = rig.open();
      append(reopened, "after it");
      rig.disk.cutPower();

      assertThat(rig.replay(0)).as("seed=%d", seed).hasSize(4);
    }
  }
}
