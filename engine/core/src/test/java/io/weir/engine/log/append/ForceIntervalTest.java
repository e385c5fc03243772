package io.weir.engine.log.append;

import static io.weir.engine.log.LogRig.offer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ForceIntervalTest {
  private final LogRig rig = new LogRig().withForceInterval(Duration.ofMillis(10));

  @Test
  void aBatchIsAcknowledgedWhenItIsWritten() throws Exception {
    FileLog log = rig.open();
    int before = rig.disk.fileForces();
    Heard heard = offer(log, "a");

    log.runOnce();

    assertThat(heard.isAcknowledged()).isTrue();
    assertThat(log.acknowledgedPosition()).isEqualTo(32);
    assertThat(log.durablePosition()).isZero();
    assertThat(rig.disk.fileForces()).isEqualTo(before);
  }

  @Test
  void theOldestUnforcedByteWaitsNoLongerThanTheInterval() throws Exception {
    FileLog log = rig.open();
    int before = rig.disk.fileForces();
    rig.nanos = 500_000_000;
    offer(log, "a");
    log.runOnce();

    rig.nanos += 9_999_999;
    offer(log, "b");
    log.runOnce();
    assertThat(rig.disk.fileForces()).isEqualTo(before);

    rig.nanos += 1;
    assertThat(log.runOnce()).isZero();
    rig.runBackground();
    assertThat(log.runOnce()).isZero();
    assertThat(rig.disk.fileForces()).isEqualTo(before + 1);
    assertThat(log.durablePosition()).isEqualTo(64);
  }

  /** Nothing else would end its rest, and the newest records would stay invisible to feeds. */
  @Test
  void aForceThatEndsWakesTheThreadThatRunsTheLog() throws Exception {
    FileLog log = rig.open();
    AtomicInteger woken = new AtomicInteger();
    log.runElsewhere(woken::incrementAndGet);
    offer(log, "a");
    log.runOnce();
    rig.nanos += 10_000_000;
    log.runOnce();
    int before = woken.get();

    rig.runBackground();

    assertThat(woken).hasValue(before + 1);
    log.runOnce();
    assertThat(log.durablePosition()).isEqualTo(log.acknowledgedPosition());
  }

  @Test
  void batchesAreAcknowledgedDuringAForce() throws Exception {
    FileLog log = rig.open();
    Heard covered = offer(log, "a");
    log.runOnce();
    rig.nanos += 10_000_000;
    log.runOnce();

    Heard later = offer(log, "b");
    log.runOnce();
    assertThat(later.isAcknowledged()).isTrue();
    assertThat(log.durablePosition()).isZero();

    rig.runBackground();
    log.runOnce();
    assertThat(log.durablePosition()).isEqualTo(covered.position());
  }

  @Test
  void bytesWrittenDuringAForceAreForcedByTheNext() throws Exception {
    FileLog log = rig.open();
    offer(log, "a");
    log.runOnce();
    rig.nanos += 10_000_000;
    log.runOnce();
    Heard later = offer(log, "b");
    log.runOnce();
    rig.runBackground();
    log.runOnce();

    rig.nanos += log.restNanos();
    log.runOnce();
    rig.runBackground();
    log.runOnce();

    assertThat(log.durablePosition()).isEqualTo(later.position());
    assertThat(log.restNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void theLogThreadRunsAForceThatTheExecutorHasNotBegunAfterAnInterval() throws Exception {
    FileLog log = rig.open();
    int before = rig.disk.fileForces();
    Heard heard = offer(log, "a");
    log.runOnce();
    rig.nanos += 10_000_000;
    log.runOnce();
    assertThat(rig.disk.fileForces()).isEqualTo(before);
    assertThat(log.restNanos()).isEqualTo(10_000_000);

    rig.nanos += 10_000_000;
    log.runOnce();

    assertThat(rig.disk.fileForces()).isEqualTo(before + 1);
    assertThat(log.durablePosition()).isEqualTo(heard.position());
  }

  @Test
  void closingWaitsForTheForceInProgress() throws Exception {
    FileLog log = rig.open();
    offer(log, "a");
    log.runOnce();
    rig.nanos += 10_000_000;
    log.runOnce();
    offer(log, "b");

    log.close();
    rig.disk.cutPower();

    assertThat(rig.replayedTexts()).containsExactly("a", "b");
  }

  @Test
  void closingForces() throws Exception {
    FileLog log = rig.open();
    offer(log, "a");

    log.close();
    rig.disk.cutPower();

    assertThat(rig.replayedTexts()).containsExactly("a");
  }

  @Test
  void rotationForces() throws Exception {
    FileLog log = rig.open();
    Heard first = offer(log, LogRig.textOf(9000));
    log.runOnce();
    offer(log, LogRig.textOf(9000));
    log.runOnce();

    assertThat(log.durablePosition()).isEqualTo(first.position());
  }

  @Test
  void aForceThatFailsInAnIdleTurnFailsTheNextBatch() throws Exception {
    FileLog log = rig.open();
    offer(log, "a");
    log.runOnce();
    rig.disk.failForce(1);
    rig.nanos += 10_000_000;

    log.runOnce();
    rig.runBackground();
    Heard next = offer(log, "b");
    log.runOnce();

    assertThat(log.isFailed()).isTrue();
    assertThat(next.isFailed()).isTrue();
    assertThatThrownBy(log::close).isInstanceOf(LogFailed.class);
  }
}
