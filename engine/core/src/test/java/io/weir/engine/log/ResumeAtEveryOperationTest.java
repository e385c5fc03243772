package io.weir.engine.log;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.disk.SimulatedDisk.Operation;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.append.FileLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Stops a log at every operation on the disk, while it fails, continues and is used again. All
 * acknowledged records must be there. Records that the log lost must not be, once any later record
 * is.
 */
class ResumeAtEveryOperationTest {
  private static final int SEEDS = 6;
  private static final List<Operation> FAULTS = List.of(Operation.WRITE, Operation.FORCE);

  private LogRig rig = new LogRig();
  private Heard lost = new Heard();
  private Heard later = new Heard();

  @Test
  void aGroupThatWasLostInTheMiddleOfASegmentStaysLost() throws Exception {
    tellAll(List.of(textOf(500)), 1);
  }

  @Test
  void aGroupThatWasLostInAnEmptySegmentStaysLost() throws Exception {
    tellAll(List.of(textOf(9000), textOf(9001)), 3);
  }

  @Test
  void aGroupThatWasLostAfterTheEndOfASegmentStaysLost() throws Exception {
    tellAll(List.of(textOf(4000), textOf(4001), textOf(4002), textOf(9000), textOf(9001)), 1);
  }

  private void tellAll(List<String> group, int faultAt) throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      for (Operation fault : FAULTS) {
        for (int nth = faultAt; nth < faultAt + 6; nth++) {
          for (int n = 1; tell(seed, group, fault, nth, n); n += 1 + seed) {
            assertWhatIsLeft("seed=" + seed + " fault=" + fault + nth + " n=" + n);
          }
        }
      }
    }
  }

  /** Runs the scenario on a new disk and returns whether it was interrupted. */
  private boolean tell(int seed, List<String> group, Operation fault, int nth, int n)
      throws IOException {
    rig = new LogRig(seed);
    lost = new Heard();
    later = new Heard();
    FileLog log = rig.open();
    append(log, "kept");
    rig.disk.fail(fault, "", nth);
    if ((seed & 1) == 0) {
      rig.disk.cutPowerAtOperation(n);
    } else {
      rig.disk.killProcessAtOperation(n);
    }
    var life = rig.disk.root();
    lost = offer(log, group.toArray(new String[0]));
    log.runOnce();
    rig.disk.heal();
    rig.letTimePass(Duration.ofSeconds(1));
    log.runOnce();
    later = offer(log, log.generation(), "later");
    log.runOnce();
    return rig.disk.isDead(life);
  }

  private void assertWhatIsLeft(String what) throws IOException {
    List<String> texts = rig.replayedTexts();
    assertThat(texts).as(what).startsWith("kept");
    if (later.isAcknowledged()) {
      assertThat(texts).as(what).endsWith("later");
    }
    if (texts.contains("later") && lost.isFailed()) {
      assertThat(texts).as(what).containsExactly("kept", "later");
    }
    if (lost.isAcknowledged()) {
      assertThat(texts).as(what).hasSizeGreaterThan(1);
    }

    FileLog log = rig.open();
    append(log, "more");
    rig.disk.cutPower();
    assertThat(rig.replayedTexts()).as(what).hasSize(texts.size() + 1).startsWith("kept");
  }
}
