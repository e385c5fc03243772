package io.weir.engine.log;

import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.LogRig.Shown;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Runs one short scenario up to the n-th operation on the disk, for every n: creating the log,
 * filling a segment, rotating, retiring the first segment, filling its file again, closing.
 */
class CrashAtEveryOperationTest {
  private static final int SEEDS = 8;

  /**
   * Three fill a segment. The first segment is retired after the fourth, and its file is the third
   * segment.
   */
  private static final int RECORDS = 8;

  private static final int OFFSET_IN_OLD_RECORD = SegmentHeader.BYTES + 10_000;

  private LogRig rig = new LogRig();
  private int acknowledged;
  private long snapshot;
  private int beforeSnapshot;

  @Test
  void aKilledProcessLosesNothingAcknowledgedEvenIfThePowerFailsLater() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      for (int n = 1; tell(seed, n, false); n++) {
        assertWhatIsLeft("kill seed=" + seed + " n=" + n);
      }
    }
  }

  @Test
  void aPowerCutLosesNothingAcknowledged() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      for (int n = 1; tell(seed, n, true); n++) {
        assertWhatIsLeft("cut seed=" + seed + " n=" + n);
      }
    }
  }

  /** Runs the scenario on a new disk and returns whether it was interrupted. */
  private boolean tell(int seed, int n, boolean power) throws IOException {
    rig = new LogRig(seed);
    acknowledged = 0;
    snapshot = 0;
    beforeSnapshot = 0;
    if (power) {
      rig.disk.cutPowerAtOperation(n);
    } else {
      rig.disk.killProcessAtOperation(n);
    }
    try {
      tell(rig.open());
      return false;
    } catch (SimulatedDisk.Stopped | LogFailed e) {
      return true;
    }
  }

  private void tell(FileLog log) throws IOException {
    for (int i = 0; i < RECORDS; i++) {
      Heard heard = offer(log, textOf(4000 + i));
      log.runOnce();
      if (heard.isFailed()) {
        throw heard.failure();
      }
      acknowledged++;
      if (i == 3) {
        snapshot = heard.position();
        beforeSnapshot = acknowledged;
        log.truncateBefore(snapshot);
      }
    }
    assertThat(rig.disk.bytes(rig.lastSegment())[OFFSET_IN_OLD_RECORD])
        .as("the last segment is the file of the first, and ends with its last record")
        .isEqualTo((byte) 'x');
    log.close();
  }

  /**
   * Asserts that all acknowledged records are there, that the log can be continued, and that they
   * survive a power cut.
   */
  private void assertWhatIsLeft(String what) throws IOException {
    List<Shown> shown = rig.replay(snapshot);
    assertThat(beforeSnapshot + shown.size()).as(what).isBetween(acknowledged, acknowledged + 1);

    FileLog log = rig.open(snapshot);
    assertEachSegmentHasItsName(what);
    Heard more = offer(log, "more");
    log.runOnce();
    rig.disk.cutPower();

    assertThat(more.isAcknowledged()).as(what).isTrue();
    assertThat(rig.replay(snapshot)).as(what).hasSize(shown.size() + 1);
  }

  /**
   * A file that is used again must not have its old name: change feeds read segments from before
   * the snapshot.
   */
  private void assertEachSegmentHasItsName(String what) throws IOException {
    LogFolder folder = new LogFolder(rig.disk.root(), rig.config);
    for (String name : folder.segments()) {
      try (Segment segment = folder.open(name)) {
        assertThat(segment.header().basePosition())
            .as(what)
            .isEqualTo(LogFolder.basePosition(name));
      }
    }
  }
}
