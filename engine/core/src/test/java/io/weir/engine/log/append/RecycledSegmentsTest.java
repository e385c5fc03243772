package io.weir.engine.log.append;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.disk.SimulatedDisk;
import io.weir.engine.log.FrameChecksum;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.LogFolder;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.LogRig.Shown;
import io.weir.engine.log.LogSlices;
import io.weir.engine.log.PositionTruncated;
import io.weir.engine.log.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Files of segments that a truncation retires and that later segments use again. Three records fill
 * a segment.
 */
class RecycledSegmentsTest {
  private static final int THIRD = 4000;

  private final LogRig rig = new LogRig();
  private final List<Long> ends = new ArrayList<>();

  @Test
  void aLaterSegmentTakesTheFileOfARetiredOneEvenOnAFullDisk() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    log.truncateBefore(log.durablePosition());
    assertThat(kept()).hasSize(1);

    rig.disk.leaveSpace(0);
    fill(log, 3);

    assertThat(kept()).isEmpty();
    assertThat(log.counters().rotations()).isEqualTo(2);
    assertThat(rig.replay(ends.get(3))).hasSize(3);
  }

  @Test
  void anOldRecordIsNeverShown() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    log.truncateBefore(log.durablePosition());
    fill(log, 3);
    rig.disk.cutPower();

    assertThat(rig.replay(ends.get(3))).extracting(Shown::sequence).containsExactly(4L, 5L, 6L);
  }

  /** Positions and sequences can be guessed, and a store's id may be known. */
  @Test
  void aStoredValueThatImitatesALaterRecordIsNotShown() throws Exception {
    FileLog log = rig.open();
    long thirdSegment = 6L * LogFrame.bytes(THIRD);
    int longer = THIRD + 32;
    append(log, textOf(THIRD));
    byte[] value = new byte[THIRD];
    imitate(thirdSegment + LogFrame.bytes(longer), 7, ByteBuffer.wrap(value).position(8));
    offer(log, value);
    log.runOnce();
    fill(log, 2);
    log.truncateBefore(log.durablePosition());
    fill(log, 2);

    append(log, textOf(longer)); // it ends where the imitation begins
    rig.disk.killProcess();

    assertThat(rig.lastSegment()).isEqualTo(LogFolder.name(thirdSegment));
    assertThat(rig.replay(ends.get(1))).extracting(Shown::sequence).containsExactly(4L, 5L, 6L);
  }

  private static void imitate(long position, long sequence, ByteBuffer target) {
    ByteBuffer frame = ByteBuffer.allocate(LogFrame.HEADER_BYTES + 4)
        .putInt(LogFrame.LENGTH_AT, LogFrame.HEADER_BYTES + 4)
        .putLong(LogFrame.SEQUENCE_AT, sequence)
        .putInt(LogFrame.HEADER_BYTES, 0xFA1CE);
    SegmentHeader unsalted =
        new SegmentHeader(LogRig.STORE, LogConfig.forStore(LogRig.STORE).segmentBytes(), 0, 0, 0);
    int checksum =
        new FrameChecksum(unsalted).of(position, frame.duplicate().position(LogFrame.LENGTH_AT));
    target.put(frame.putInt(LogFrame.CHECKSUM_AT, checksum).rewind());
  }

  @Test
  void aBadRecordBeforeOldOnesIsATornTailAndBeforeNewOnesDamage() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    log.truncateBefore(log.durablePosition());
    fill(log, 4);
    rig.disk.killProcess();
    byte[] sound = rig.disk.bytes(rig.lastSegment()).clone();

    rig.damage(rig.lastSegment(), 4096 + THIRD + 24 + 1000);
    assertThat(rig.replay(ends.get(3))).as("the last record has no witness").hasSize(3);

    rig.disk.plant(rig.lastSegment(), sound);
    rig.damage(rig.lastSegment(), 4096 + 1000);
    assertThatThrownBy(() -> rig.replay(ends.get(3))).isInstanceOf(LogDamaged.class);
  }

  @Test
  void asManyFilesAreKeptAsOneTruncationRetires() throws Exception {
    FileLog log = rig.open();
    fill(log, 13);
    log.truncateBefore(log.durablePosition());
    assertThat(kept()).hasSize(4);

    fill(log, 3);
    log.truncateBefore(log.durablePosition());

    assertThat(kept()).hasSize(1);
  }

  @Test
  void noMoreThan16FilesAreKept() throws Exception {
    FileLog log = rig.open();
    fill(log, 3 * 16 + 1);
    log.truncateBefore(log.durablePosition());
    assertThat(kept()).hasSize(16);

    fill(log, 3 * 17);
    log.truncateBefore(log.durablePosition());

    assertThat(kept()).hasSize(16);
  }

  @Test
  void aSegmentOfAnEarlierProcessIsDeleted() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    log.close();
    log = rig.open();
    fill(log, 3);

    log.truncateBefore(log.durablePosition());

    assertThat(kept()).as("the second segment was filled by this process").hasSize(1);
  }

  @Test
  void aSegmentOfAnotherLengthIsDeleted() throws Exception {
    FileLog log = rig.open();
    fill(log, 1);
    log.close();
    rig.config = rig.config.withSegmentBytes(32 << 10);
    log = rig.open();
    fill(log, 3);

    log.truncateBefore(log.durablePosition());

    assertThat(kept()).isEmpty();
  }

  @Test
  void aSegmentWhoseForceFailedIsDeleted() throws Exception {
    FileLog log = rig.open();
    fill(log, 1);
    rig.disk.failForce(1);
    assertThat(isLost(log, "lost")).isTrue();
    rig.letTimePass(Duration.ofSeconds(1));
    log.runOnce();
    for (int i = 0; i < 4; i++) {
      offer(log, log.generation(), textOf(THIRD));
      log.runOnce();
    }

    log.truncateBefore(log.durablePosition());

    assertThat(kept()).as("the second segment only; the first one failed").hasSize(1);
  }

  @Test
  void aKeptFileThatCannotBeOpenedDoesNotStopTheLog() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    log.truncateBefore(log.durablePosition());
    rig.disk.fail(SimulatedDisk.Operation.READ, "next.tmp", 1); // the opening

    fill(log, 3);

    assertThat(log.isFailed()).isFalse();
    assertThat(rig.replay(ends.get(3))).hasSize(3);
  }

  @Test
  void aCleanCloseDeletesTheKeptFiles() throws Exception {
    FileLog log = rig.open();
    fill(log, 7);
    log.truncateBefore(log.durablePosition());
    assertThat(kept()).hasSize(2);

    log.close();

    assertThat(kept()).isEmpty();
  }

  @Test
  void aKeptFileThatCannotBeDeletedDoesNotFailAClose() throws Exception {
    FileLog log = rig.open();
    fill(log, 7);
    log.truncateBefore(log.durablePosition());
    rig.disk.fail(SimulatedDisk.Operation.DELETE, "", 1);

    log.close();

    rig.disk.killProcess();
    rig.open(ends.get(6));
    assertThat(kept()).as("the next opening deletes it").isEmpty();
  }

  @Test
  void aFileThatWasRenamedBeforeAFailureIsKeptAfterTheNextTruncation() throws Exception {
    FileLog log = rig.open();
    fill(log, 7);
    rig.disk.fail(SimulatedDisk.Operation.FORCE_FOLDER, "", 2);
    assertThatThrownBy(() -> log.truncateBefore(log.durablePosition()))
        .isInstanceOf(IOException.class);
    assertThat(kept()).hasSize(2);

    fill(log, 9);
    log.truncateBefore(log.durablePosition());
    rig.disk.leaveSpace(0);
    fill(log, 9);

    assertThat(log.isFailed()).isFalse();
    assertThat(kept()).isEmpty();
  }

  @Test
  void anOpeningDeletesTheFilesThatAKilledProcessKept() throws Exception {
    FileLog log = rig.open();
    fill(log, 7);
    log.truncateBefore(log.durablePosition());
    rig.disk.killProcess();

    rig.open(ends.get(6));

    assertThat(kept()).isEmpty();
  }

  @Test
  void keptFilesAreGivenUpOneByOne() throws Exception {
    FileLog log = rig.open();
    fill(log, 7);
    log.truncateBefore(log.durablePosition());

    assertThat(log.giveUpRecycled()).isTrue();
    assertThat(log.giveUpRecycled()).isTrue();
    assertThat(log.giveUpRecycled()).isFalse();

    assertThat(kept()).isEmpty();
    fill(log, 3);
    assertThat(rig.replay(ends.get(6))).hasSize(3);
  }

  @Test
  void aSliceOfARetiredSegmentIsTruncatedAndNotDamaged() throws Exception {
    FileLog log = rig.open();
    fill(log, 4);
    LogSlices slices = new LogSlices(rig.disk.root(), LogRig.STORE);
    boolean[] retired = new boolean[1];

    assertThatThrownBy(() -> slices.read(0, ends.get(2), 4100, (position, sequence, payload) -> {
          if (!retired[0]) {
            retired[0] = true;
            retireAndOverwrite(log);
          }
        }))
        .isInstanceOf(PositionTruncated.class);
  }

  private void retireAndOverwrite(FileLog log) {
    try {
      log.truncateBefore(log.durablePosition());
      fill(log, 5); // three of them in the retired segment's file
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isLost(FileLog log, String text) {
    Heard heard = offer(log, text);
    log.runOnce();
    return heard.isFailed();
  }

  private void fill(FileLog log, int records) {
    for (int i = 0; i < records; i++) {
      ends.add(append(log, textOf(THIRD)));
    }
  }

  private List<String> kept() {
    return rig.disk.list().stream().filter(name -> name.endsWith(".old")).toList();
  }
}
