package io.weir.engine.log.append;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogEnvironment;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.LogRig.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class LogRotationTest {
  private static final int THIRD = 4000;

  private final LogRig rig = new LogRig();

  @Test
  void aSegmentBeginsWhereTheOneBeforeEnds() throws Exception {
    FileLog log = rig.open();
    long end = 0;
    for (int i = 0; i < 3; i++) {
      end = append(log, textOf(THIRD));
    }

    append(log, textOf(THIRD));

    assertThat(rig.disk.list()).containsExactly(LogFolder.name(0), LogFolder.name(end));
    assertThat(rig.replay(end))
        .extracting(Shown::position, Shown::sequence)
        .containsExactly(tuple(end, 3L));
    assertThat(log.counters().rotations()).isEqualTo(1);
  }

  @Test
  void theNextSegmentIsPreparedWhenAQuarterIsFull() throws Exception {
    FileLog log = rig.open();

    append(log, textOf(THIRD));
    assertThat(rig.background).isEmpty();
    append(log, textOf(THIRD));
    assertThat(rig.background).hasSize(1);

    rig.runBackground();
    assertThat(rig.disk.list()).hasSize(2);
    append(log, textOf(THIRD));
    append(log, textOf(THIRD));
    assertThat(rig.disk.list()).containsExactly(LogFolder.name(0), rig.lastSegment());
  }

  @Test
  void theLogRotatesWithoutHelpFromTheExecutor() throws Exception {
    FileLog log = FileLog.open(
        new LogEnvironment(
            rig.disk.root(),
            task -> {
              throw new RejectedExecutionException();
            },
            () -> 0),
        rig.config,
        0,
        0,
        (position, sequence, payload) -> {});

    for (int i = 0; i < 10; i++) {
      append(log, textOf(THIRD));
    }
    log.close();

    assertThat(rig.replay(0)).hasSize(10);
  }

  @Test
  void closingDiscardsThePreparedSegment() throws Exception {
    for (boolean prepared : new boolean[] {true, false}) {
      FileLog log = rig.open();
      append(log, textOf(THIRD));
      append(log, textOf(THIRD));
      if (prepared) {
        rig.runBackground();
      }

      log.close();
      rig.runBackground();

      assertThat(rig.disk.list()).noneMatch(name -> name.endsWith(".tmp"));
    }
  }

  @Test
  void anUnfinishedSegmentOfAKilledProcessIsDeleted() throws Exception {
    FileLog log = rig.open();
    append(log, textOf(THIRD));
    append(log, textOf(THIRD));
    rig.runBackground();
    rig.disk.killProcess();

    assertThat(rig.replay(0)).hasSize(2);
    assertThat(rig.disk.list()).containsExactly(LogFolder.name(0));
  }

  @Test
  void aBatchMaySpanSegments() throws Exception {
    FileLog log = rig.open();
    Heard heard = offer(log, textOf(9000), textOf(9001), textOf(9002), textOf(9003));

    log.runOnce();

    assertThat(heard.isAcknowledged()).isTrue();
    assertThat(rig.replay(0))
        .extracting(shown -> shown.text().length())
        .containsExactly(9000, 9001, 9002, 9003);
    assertThat(rig.disk.list()).hasSize(4);
  }

  @Test
  void theSizeOfSegmentsMayChangeBetweenOpenings() throws Exception {
    FileLog log = rig.open();
    append(log, textOf(THIRD));
    log.close();
    rig.config = rig.config.withSegmentBytes(64 << 10);
    log = rig.open();
    for (int i = 0; i < 4; i++) {
      append(log, textOf(3 * THIRD));
    }
    log.close();

    assertThat(rig.replay(0)).hasSize(5);
    assertThat(rig.disk.list()).hasSize(2);
  }

  @Test
  void truncationDeletesTheSegmentsBelowAPosition() throws Exception {
    FileLog log = rig.open();
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ends.add(append(log, textOf(THIRD)));
    }

    log.truncateBefore(ends.get(1));
    assertThat(rig.disk.list()).filteredOn(name -> name.endsWith(".log")).hasSize(4);
    log.truncateBefore(ends.get(6));
    assertThat(rig.disk.list()).filteredOn(name -> name.endsWith(".log")).hasSize(2);
    log.truncateBefore(log.durablePosition());
    assertThat(rig.disk.list()).filteredOn(name -> name.endsWith(".log")).hasSize(1);

    append(log, "after it");
    log.close();
    assertThat(rig.replay(ends.get(9))).extracting(Shown::text).containsExactly("after it");
    assertThatThrownBy(() -> rig.replay(ends.get(5)))
        .isInstanceOfSatisfying(
            LogDamaged.class,
            damaged -> assertThat(damaged.kind()).isEqualTo(LogDamaged.Kind.BEGINS_TOO_LATE));
  }

  @Test
  void truncationRefusesAPositionThatIsNotDurable() throws Exception {
    FileLog log = rig.open();
    append(log, "a");

    assertThatThrownBy(() -> log.truncateBefore(log.durablePosition() + 8))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDeletionThatACrashUndidDoesNotPreventReplay() throws Exception {
    FileLog log = rig.open();
    List<Long> ends = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ends.add(append(log, textOf(THIRD)));
    }
    log.close();
    rig.disk.lose(
        LogFolder.name(ends.get(2))); // of two segments to be deleted, the second one was deleted

    assertThat(rig.replay(ends.get(5))).hasSize(4);
    assertThatThrownBy(() -> rig.replay(0)).isInstanceOf(LogDamaged.class);
  }
}
