package io.weir.engine.log;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.log.LogRig.Shown;
import io.weir.engine.log.append.FileLog;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three durable records, then a group of four in the state of a disk before its force, when a crash
 * interrupts it: in a segment of a new file, and in one whose file holds old records.
 */
@ParameterizedClass
@ValueSource(booleans = {false, true})
class TornTailTest {
  private static final List<String> DURABLE = List.of("one", "two", textOf(700));
  private static final List<String> LAST_GROUP = List.of("four", textOf(300), textOf(600), "seven");

  @Parameter
  private boolean recycled;

  private final LogRig rig = new LogRig();
  private long base;
  private byte[] before = {};
  private byte[] after = {};
  private int groupBegin;
  private int groupEnd;

  @BeforeEach
  void writeOneGroupTooMany() throws Exception {
    FileLog log = rig.open();
    if (recycled) {
      fillTwoSegments(log);
    }
    for (String text : DURABLE) {
      groupBegin = offset(append(log, text));
    }
    before = segment().clone();
    var heard = offer(log, LAST_GROUP.toArray(String[]::new));
    log.runOnce();
    groupEnd = offset(heard.position());
    after = segment().clone();
    rig.disk.killProcess();
  }

  /** Three records fill a segment to its end; the file of the first segment becomes the third. */
  private void fillTwoSegments(FileLog log) throws Exception {
    for (int i = 0; i < 6; i++) {
      base = append(log, "old".repeat(1354));
      if (i == 3) {
        log.truncateBefore(base);
      }
    }
  }

  private int offset(long position) {
    return (int) (position - base) + SegmentHeader.BYTES;
  }

  private String file() {
    return LogFolder.name(base);
  }

  @Test
  void wholeRecordsRemainWhenTheLogIsCutAtAnyByte() throws Exception {
    for (int cut = groupBegin; cut <= groupEnd; cut++) {
      byte[] torn = before.clone();
      System.arraycopy(after, 0, torn, 0, cut);

      assertOpens(torn, wholeRecordsBelow(cut), "cut=" + cut);
    }
  }

  @Test
  void garbageAfterAnyCutIsNotARecord() throws Exception {
    Random random = new Random(7);
    for (int cut = groupBegin; cut <= groupEnd; cut++) {
      byte[] torn = new byte[after.length];
      random.nextBytes(torn);
      System.arraycopy(after, 0, torn, 0, cut);

      assertOpens(torn, wholeRecordsBelow(cut), "cut=" + cut);
    }
  }

  /**
   * The pages of one group may reach the disk in any order; a hole with good frames after it is no
   * damage.
   */
  @Test
  void aHoleAnywhereInTheLastGroupIsATornTail() throws Exception {
    for (int hole = groupBegin; hole < groupEnd; hole += 8) {
      byte[] torn = after.clone();
      Arrays.fill(torn, hole, Math.min(hole + 8, groupEnd), (byte) 0x55);

      assertOpens(torn, wholeRecordsBelow(hole), "hole=" + hole);
    }
  }

  @Test
  void anyFlippedBitOfTheLastGroupIsATornTail() throws Exception {
    for (int bit = groupBegin * 8; bit < groupEnd * 8; bit += 7) {
      byte[] torn = after.clone();
      torn[bit / 8] ^= (byte) (1 << bit % 8);

      int padding = assertOpensWithAtLeast(torn, wholeRecordsBelow(bit / 8), "bit=" + bit);
      assertThat(padding).isLessThanOrEqualTo(LAST_GROUP.size());
    }
  }

  /** Bytes that were cut off must not reappear when new records reach up to them. */
  @Test
  void staleFramesAfterTheCutNeverReappear() throws Exception {
    byte[] torn = after.clone();
    // "four" becomes bad; the three records after it are whole
    torn[groupBegin + LogFrame.HEADER_BYTES] ^= 1;
    rig.disk.plant(file(), torn);

    FileLog log = rig.open(base);
    append(log, "FOUR"); // exactly as long, so that it ends where the stale frame began
    rig.disk.killProcess();

    assertThat(replayedTexts()).isEqualTo(concat(DURABLE, List.of("FOUR")));
  }

  @Test
  void aCutTailIsZeroed() throws Exception {
    byte[] torn = after.clone();
    torn[groupBegin + LogFrame.HEADER_BYTES] ^= 1;
    rig.disk.plant(file(), torn);

    rig.replay(base);

    byte[] cut = torn.clone();
    Arrays.fill(cut, groupBegin, groupEnd, (byte) 0);
    assertThat(segment()).isEqualTo(cut);
    rig.disk.cutPower();
    assertThat(segment()).isEqualTo(cut);
  }

  @Test
  void aSnapshotOfTheLastGroupProvesItDurable() {
    byte[] torn = after.clone();
    torn[groupBegin + LogFrame.HEADER_BYTES] ^= 1;
    rig.disk.plant(file(), torn);

    assertThatThrownBy(() -> rig.replay(base + groupEnd - SegmentHeader.BYTES))
        .isInstanceOfSatisfying(
            LogDamaged.class, damaged -> assertThat(damaged.offset()).isEqualTo(groupBegin));
    assertThat(segment()).isEqualTo(torn);
  }

  private List<String> replayedTexts() throws Exception {
    return rig.replay(base).stream().map(Shown::text).toList();
  }

  private byte[] segment() {
    return rig.disk.bytes(file());
  }

  /**
   * Returns the records of the last group that must remain if everything from {@code offset} on is
   * lost.
   */
  private List<String> wholeRecordsBelow(int offset) {
    int end = groupBegin;
    int whole = 0;
    while (whole < LAST_GROUP.size()
        && end + LogFrame.HEADER_BYTES + LAST_GROUP.get(whole).length() <= offset) {
      end += LogFrame.bytes(LAST_GROUP.get(whole).length());
      whole++;
    }
    return LAST_GROUP.subList(0, whole);
  }

  private void assertOpens(byte[] torn, List<String> left, String what) throws Exception {
    rig.disk.plant(file(), torn.clone());
    List<String> expected = concat(DURABLE, left);

    assertThat(replayedTexts()).as(what).isEqualTo(expected);
    FileLog log = rig.open(base);
    append(log, "new");
    rig.disk.cutPower();
    assertThat(rig.replay(base))
        .as(what)
        .extracting(Shown::text)
        .isEqualTo(concat(expected, List.of("new")));
  }

  /**
   * A flipped bit in padding does no harm, so more records than needed may remain, but no foreign
   * one.
   */
  private int assertOpensWithAtLeast(byte[] torn, List<String> left, String what) throws Exception {
    rig.disk.plant(file(), torn);

    List<String> texts = replayedTexts();

    assertThat(texts).as(what).startsWith(concat(DURABLE, left).toArray(String[]::new));
    assertThat(concat(DURABLE, LAST_GROUP)).as(what).startsWith(texts.toArray(String[]::new));
    return texts.size() - DURABLE.size();
  }

  private static List<String> concat(List<String> head, List<String> tail) {
    return Stream.concat(head.stream(), tail.stream()).toList();
  }
}
