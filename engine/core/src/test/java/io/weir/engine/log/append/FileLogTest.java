package io.weir.engine.log.append;

import static io.weir.engine.log.LogRig.append;
import static io.weir.engine.log.LogRig.offer;
import static io.weir.engine.log.LogRig.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogConfig;
import io.weir.engine.log.LogFailed;
import io.weir.engine.log.LogFrame;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.LogRig.Shown;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileLogTest {
  private final LogRig rig = new LogRig();

  @Test
  void aBatchIsPendingUntilItsGroupIsForced() throws Exception {
    FileLog log = rig.open();

    Heard heard = offer(log, "a");

    assertThat(heard.isPending()).isTrue();
    assertThat(log.runOnce()).isEqualTo(1);
    assertThat(heard.isAcknowledged()).isTrue();
  }

  @Test
  void anOwnerThatIsToldOfItsBatchFindsItAcknowledgedAndNotYetDurable() throws Exception {
    FileLog log = rig.open();
    List<Long> behind = new ArrayList<>();
    log.offer(new LogBatch(
        List.of(LogPayload.of(ByteBuffer.wrap(new byte[8]))),
        new LogBatch.Completion() {
          @Override
          public void acknowledged(long endPosition) {
            behind.add(log.acknowledgedPosition() - endPosition);
            behind.add(log.durablePosition());
          }

          @Override
          public void failed(LogFailed cause) {
            throw new AssertionError(cause);
          }
        },
        0));

    log.runOnce();

    assertThat(behind).as("the durable position follows the completions").containsExactly(0L, 0L);
    assertThat(log.durablePosition()).isEqualTo(log.acknowledgedPosition()).isPositive();
  }

  @Test
  void waitingBatchesBecomeOneGroupWithOneForce() throws Exception {
    FileLog log = rig.open();
    int before = rig.disk.fileForces();
    List<Heard> batches = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      batches.add(offer(log, "shard " + i, "and its second record"));
    }

    log.runOnce();

    assertThat(rig.disk.fileForces() - before).isEqualTo(1);
    assertThat(batches).allMatch(Heard::isAcknowledged);
    assertThat(log.counters().groups()).isEqualTo(1);
    assertThat(log.counters().frames()).isEqualTo(200);
    assertThat(log.counters().forces()).isEqualTo(1);
    assertThat(log.counters().bytes()).isEqualTo(log.durablePosition());
  }

  /** The log thread's buffer holds 1 MiB; a longer frame passes through it in pieces. */
  @ParameterizedTest
  @ValueSource(ints = {-9, -8, -1, 0, 1, 8, 2 << 20})
  void aRecordAroundTheLengthOfTheBufferIsKept(int more) throws Exception {
    rig.config = LogConfig.forStore(LogRig.STORE).withSegmentBytes(8 << 20);
    FileLog log = rig.open();
    byte[] record = new byte[(1 << 20) - LogFrame.HEADER_BYTES + more];
    Arrays.fill(record, (byte) 'x');
    String text = new String(record, StandardCharsets.US_ASCII);

    Heard before = offer(log, "before");
    Heard heard = offer(log, record);
    Heard after = offer(log, "after");
    log.runOnce();

    assertThat(List.of(before, heard, after)).allMatch(Heard::isAcknowledged);
    log.close();
    assertThat(rig.replayedTexts()).containsExactly("before", text, "after");
  }

  @Test
  void anIdleTurnForcesNothing() throws Exception {
    FileLog log = rig.open();
    append(log, "a");
    int before = rig.disk.fileForces();

    assertThat(log.runOnce()).isZero();
    assertThat(rig.disk.fileForces()).isEqualTo(before);
  }

  @Test
  void recordsComeBackInTheOrderOfTheirOffers() throws Exception {
    FileLog log = rig.open();
    offer(log, "a", "b");
    offer(log, "c");
    log.runOnce();
    append(log, "d");

    log.close();

    assertThat(rig.replayedTexts()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void payloadsOfEveryLengthComeBackWhole() throws Exception {
    FileLog log = rig.open();
    List<String> texts = new ArrayList<>();
    for (int length = 1; length <= 40; length++) {
      texts.add(textOf(length));
    }
    texts.add(textOf(log.maxPayloadBytes() - 1));
    texts.add(textOf(log.maxPayloadBytes()));
    texts.forEach(text -> append(log, text));

    log.close();

    assertThat(rig.replayedTexts()).isEqualTo(texts);
  }

  @Test
  void sequencesContinueAcrossOpenings() throws Exception {
    for (int life = 0; life < 3; life++) {
      FileLog log = rig.open();
      append(log, "x");
      append(log, "y");
      log.close();
    }

    assertThat(rig.replay(0)).extracting(Shown::sequence).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void replayStartsAtTheEndOfAnyBatch() throws Exception {
    FileLog log = rig.open();
    List<Long> ends = new ArrayList<>(List.of(0L));
    for (String text : List.of("a", "b", "c", "d")) {
      ends.add(append(log, text));
    }
    log.close();

    for (int seen = 0; seen < ends.size(); seen++) {
      List<Shown> rest = rig.replay(ends.get(seen));

      assertThat(rest)
          .extracting(Shown::text)
          .isEqualTo(List.of("a", "b", "c", "d").subList(seen, 4));
    }
  }

  @Test
  void theDurablePositionIsPublishedAfterTheAcknowledgements() throws Exception {
    FileLog log = rig.open();
    List<Long> seenByCompletion = new ArrayList<>();
    log.offer(
        new LogBatch(List.of(LogPayload.of(ByteBuffer.allocate(8))), new LogBatch.Completion() {
          @Override
          public void acknowledged(long endPosition) {
            seenByCompletion.add(log.durablePosition());
          }

          @Override
          public void failed(LogFailed failure) {
            throw new AssertionError(failure);
          }
        }));

    log.runOnce();

    assertThat(seenByCompletion).containsExactly(0L);
    assertThat(log.durablePosition()).isEqualTo(32);
  }

  @Test
  void closingCommitsOfferedBatches() throws Exception {
    FileLog log = rig.open();
    Heard heard = offer(log, "last");

    log.close();

    assertThat(heard.isAcknowledged()).isTrue();
    assertThat(rig.replayedTexts()).containsExactly("last");
  }

  @Test
  void aClosedLogFailsOfferedBatches() throws Exception {
    FileLog log = rig.open();
    log.close();
    log.close();

    assertThat(offer(log, "late").isFailed()).isTrue();
    assertThat(log.runOnce()).isZero();
  }

  @Test
  void closingTwiceWritesOneMark() throws Exception {
    rig.open().close();
    rig.open().close();

    assertThat(rig.open().durablePosition()).isEqualTo(LogFrame.HEADER_BYTES);
  }

  @Test
  void aFullQueueRefusesBatchesUntilItIsDrained() throws Exception {
    rig.config = rig.config.withQueue(2, 4096);
    FileLog log = rig.open();

    assertThat(offer(log, "1").taken).isTrue();
    assertThat(offer(log, "2").taken).isTrue();
    Heard refused = offer(log, "3");
    assertThat(refused.taken).isFalse();
    log.runOnce();
    assertThat(refused.isPending()).isTrue();
    assertThat(offer(log, "3").taken).isTrue();
  }

  @Test
  void aBatchThatCanNeverBeTakenIsAnIllegalArgument() throws Exception {
    rig.config = rig.config.withQueue(10, 4096);
    FileLog log = rig.open();

    assertThatThrownBy(() -> offer(log, textOf(log.maxPayloadBytes() + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> offer(log, textOf(2040), textOf(2040)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> offer(log)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> offer(log, "")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aVisitorThatThrowsEndsTheOpeningAndChangesNothing() throws Exception {
    FileLog log = rig.open();
    append(log, "a");
    log.close();
    byte[] before = rig.disk.bytes(rig.lastSegment()).clone();

    assertThatThrownBy(() ->
            FileLog.open(rig.environment(), rig.config, 0, 0, (position, sequence, payload) -> {
              throw new IllegalStateException("no");
            }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(rig.disk.bytes(rig.lastSegment())).isEqualTo(before);
  }

  @Test
  void aCloseWithoutAMarkMovesNoPosition() throws Exception {
    rig.config = rig.config.withoutEndMark();
    FileLog log = rig.open();
    long end = append(log, "a");
    log.close();

    FileLog opened = rig.open();

    assertThat(opened.durablePosition()).isEqualTo(end);
    assertThat(append(opened, "b")).isEqualTo(end + LogFrame.bytes(1));
    assertThat(rig.replayedTexts()).containsExactly("a", "b");
  }
}
