package io.weir.engine.log;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.engine.log.LogDamaged.Kind;
import io.weir.engine.log.append.FileLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log of several segments, closed cleanly, then damaged. */
class LogDamageTest {
  private final LogRig rig = new LogRig();
  private final List<Long> ends = new ArrayList<>();

  @BeforeEach
  void writeThreeSegments() throws Exception {
    FileLog log = rig.open();
    for (int i = 0; i < 8; i++) {
      ends.add(append(log, textOf(4000 + i)));
    }
    log.close();
  }

  @Test
  void anyFlippedBitIsFoundAndNamed() {
    String file = LogFolder.name(0);
    int frameBytes = LogFrame.bytes(4000);
    byte[] sound = rig.disk.bytes(file).clone();

    for (int offset = 4096 + frameBytes;
        offset < 4096 + LogFrame.bytes(4000) + LogFrame.HEADER_BYTES + 4001;
        offset += 13) {
      rig.damage(file, offset);

      assertDamage(Kind.GAP, file, 4096 + frameBytes);
      rig.disk.plant(file, sound.clone());
    }
  }

  @Test
  void damageInTheLastSegmentIsFoundByALaterFrame() {
    String file = rig.lastSegment();

    rig.damage(file, 4096 + 40);

    LogDamaged damaged = assertDamage(Kind.BAD_FRAME, file, 4096);
    assertThat(damaged)
        .hasMessageContaining("sequence=6")
        .hasMessageContaining("witnessSequence=7");
  }

  @Test
  void damageInTheLastRecordIsFoundByTheMarkOfACleanClose() {
    String file = rig.lastSegment();

    rig.damage(file, 4096 + LogFrame.bytes(4006) + 40);

    assertDamage(Kind.BAD_FRAME, file, 4096 + LogFrame.bytes(4006));
  }

  /** The length and the sequence of a header, in the last bytes before the witness. */
  @Test
  void aValueThatLooksLikeAHeaderHidesNoWitness() throws Exception {
    LogRig other = new LogRig();
    FileLog log = other.open();
    byte[] value = new byte[64];
    ByteBuffer.wrap(value).putInt(52, LogFrame.HEADER_BYTES).putLong(56, 0);
    LogRig.offer(log, value);
    log.runOnce();
    append(log, "witness");
    other.disk.killProcess();

    other.damage(LogFolder.name(0), 4096 + LogFrame.HEADER_BYTES);

    assertThat(catchThrowableOfType(LogDamaged.class, () -> other.replay(0)).kind())
        .isEqualTo(Kind.BAD_FRAME);
  }

  /** The search passes over zeros a block at a time. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        32,
        4096,
        (64 << 10) - 8,
        64 << 10,
        (64 << 10) + 8,
        (1 << 20) - 8,
        (1 << 20) + 8,
        3 << 20
      })
  void aWitnessIsFoundBehindAnyNumberOfZeros(int zeros) throws Exception {
    LogRig other = new LogRig();
    other.config = other.config.withSegmentBytes(8 << 20);
    FileLog log = other.open();
    append(log, "v".repeat(zeros - LogFrame.HEADER_BYTES));
    append(log, "witness");
    other.disk.killProcess();

    Arrays.fill(other.disk.bytes(LogFolder.name(0)), 4096, 4096 + zeros, (byte) 0);
    other.disk.settle();

    assertThat(catchThrowableOfType(LogDamaged.class, () -> other.replay(0)))
        .hasMessageContaining("witnessOffset=" + (4096 + zeros));
  }

  @Test
  void aZeroedSectorInForcedFramesIsDamageToo() {
    String file = rig.lastSegment();

    Arrays.fill(rig.disk.bytes(file), 4096, 4096 + 512, (byte) 0);
    rig.disk.settle();

    assertDamage(Kind.BAD_FRAME, file, 4096);
  }

  @Test
  void aMissingSegmentIsAGap() {
    rig.disk.lose(LogFolder.name(ends.get(2)));

    assertDamage(Kind.GAP, LogFolder.name(0), (int) (4096 + ends.get(2)));
  }

  @Test
  void aMissingFirstSegmentIsDetected() {
    rig.disk.lose(LogFolder.name(0));

    assertDamage(Kind.BEGINS_TOO_LATE, LogFolder.name(ends.get(2)), 0);
  }

  @Test
  void aLogThatEndsBeforeTheSnapshotIsRefused() {
    long end = ends.get(7) + LogFrame.HEADER_BYTES;

    LogDamaged damaged = damaged(end + 8);

    assertThat(damaged.kind()).isEqualTo(Kind.ENDS_TOO_EARLY);
    rig.disk.list().forEach(rig.disk::lose);
    assertThat(damaged(end).kind()).isEqualTo(Kind.ENDS_TOO_EARLY);
  }

  @Test
  void aPositionInsideAFrameIsRefused() {
    assertThat(damaged(ends.get(0) + 8).kind()).isEqualTo(Kind.INSIDE_A_FRAME);
  }

  @Test
  void aSegmentOfAnotherStoreIsRefused() {
    rig.config = LogConfig.forStore(new UUID(1, 2)).withSegmentBytes(LogConfig.MIN_SEGMENT_BYTES);

    assertDamage(Kind.OTHER_STORE, LogFolder.name(0), 0);
  }

  @Test
  void anUnknownVersionIsRefused() {
    rig.disk.bytes(rig.lastSegment())[11] = 3;
    rig.disk.settle();

    assertDamage(Kind.UNKNOWN_VERSION, rig.lastSegment(), 8);
  }

  @Test
  void aFileThatIsNotASegmentIsRefused() {
    rig.damage(rig.lastSegment(), 3);

    assertDamage(Kind.NOT_A_SEGMENT, rig.lastSegment(), 0);
  }

  @Test
  void aDamagedHeaderIsRefused() {
    rig.damage(rig.lastSegment(), 40);

    assertDamage(Kind.BAD_HEADER, rig.lastSegment(), 0);
  }

  @Test
  void aSegmentUnderAnotherNameIsRefused() {
    byte[] bytes = rig.disk.bytes(rig.lastSegment());
    String wrongName = LogFolder.name(LogFolder.basePosition(rig.lastSegment()) + 8);
    rig.disk.lose(rig.lastSegment());
    rig.disk.plant(wrongName, bytes);

    assertDamage(Kind.BAD_HEADER, wrongName, 0);
  }

  @Test
  void aShortenedSegmentIsRefused() {
    byte[] whole = rig.disk.bytes(rig.lastSegment()).clone();
    for (int length : new int[] {0, 100, 4095, 4096, 10_000}) {
      rig.disk.plant(rig.lastSegment(), Arrays.copyOf(whole, length));

      assertDamage(Kind.WRONG_SIZE, rig.lastSegment(), length);
    }
  }

  @Test
  void framesOfAnEarlierSegmentAreNotValidInTheLastOne() {
    byte[] earlier = rig.disk.bytes(LogFolder.name(0)).clone();
    String last = rig.lastSegment();
    byte[] bytes = rig.disk.bytes(last).clone();
    System.arraycopy(earlier, 4096, bytes, 4096, earlier.length - 4096);
    rig.disk.plant(last, bytes);

    assertDamage(Kind.ENDS_TOO_EARLY, last, 4096, ends.get(7));
  }

  private LogDamaged assertDamage(Kind kind, String file, int offset) {
    return assertDamage(kind, file, offset, 0);
  }

  /** Asserts that the log is refused with these facts and that no byte of it was changed. */
  private LogDamaged assertDamage(Kind kind, String file, int offset, long from) {
    byte[] before = rig.disk.bytes(rig.lastSegment()).clone();

    LogDamaged damaged = damaged(from);

    assertThat(damaged.kind()).isEqualTo(kind);
    assertThat(damaged.file()).isEqualTo(file);
    assertThat(damaged.offset()).isEqualTo(offset);
    assertThat(damaged).hasMessageContaining("file=" + file + " offset=" + offset);
    assertThat(rig.disk.bytes(rig.lastSegment())).isEqualTo(before);
    return damaged;
  }

  private LogDamaged damaged(long from) {
    return catchThrowableOfType(LogDamaged.class, () -> rig.replay(from));
  }
}
