package io.weir.engine.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.history.Call.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker accepts possible histories and rejects impossible ones. */
final class HistoryCheckerTest {

  private static Call upsert(long begun, long ended, long version) {
    return new Call(Kind.UPSERT, begun, ended, Call.ABSENT, version);
  }

  private static Call read(long begun, long ended, long version) {
    return new Call(Kind.READ, begun, ended, Call.ABSENT, version);
  }

  private static Call insert(long begun, long ended, long result) {
    return new Call(Kind.INSERT, begun, ended, Call.ABSENT, result);
  }

  private static Call update(long begun, long ended, long expected, long result) {
    return new Call(Kind.UPDATE, begun, ended, expected, result);
  }

  private static Call delete(long begun, long ended, long result) {
    return new Call(Kind.DELETE, begun, ended, Call.ABSENT, result);
  }

  private static boolean holds(Call... calls) {
    return HistoryChecker.isLinearizable(List.of(calls));
  }

  @Test
  void sequentialCallsAreLinearizable() {
    assertThat(
            holds(read(1, 2, 0), upsert(3, 4, 7), read(5, 6, 7), delete(7, 8, 0), read(9, 10, 0)))
        .isTrue();
  }

  @Test
  void aReadDuringAWriteMaySeeEitherState() {
    assertThat(holds(upsert(1, 2, 5), upsert(3, 8, 6), read(4, 5, 5), read(6, 7, 6)))
        .isTrue();
  }

  @Test
  void aStaleReadIsDetected() {
    assertThat(holds(upsert(1, 2, 5), upsert(3, 4, 6), read(5, 6, 5))).isFalse();
  }

  @Test
  void aValueThatRevertsIsDetected() {
    assertThat(holds(upsert(1, 2, 5), upsert(3, 8, 6), read(4, 5, 6), read(6, 7, 5)))
        .isFalse();
  }

  @Test
  void aReadBeforeTheWriteBeginsIsDetected() {
    assertThat(holds(read(1, 2, 5), upsert(3, 4, 5))).isFalse();
  }

  @Test
  void twoSuccessfulInsertsOfOneEntityAreDetected() {
    assertThat(holds(insert(1, 10, 5), insert(2, 9, 6))).isFalse();
    assertThat(holds(insert(1, 10, 5), insert(2, 9, Call.REFUSED))).isTrue();
  }

  @Test
  void aLostUpdateIsDetected() {
    assertThat(holds(upsert(1, 2, 5), update(3, 9, 5, 6), update(4, 8, 5, 7))).isFalse();
    assertThat(holds(upsert(1, 2, 5), update(3, 9, 5, 6), update(4, 8, 5, Call.REFUSED)))
        .isTrue();
  }

  @Test
  void aSuccessfulDeleteOfAnAbsentEntityIsDetected() {
    assertThat(holds(upsert(1, 2, 5), delete(3, 9, 0), delete(4, 8, 0))).isFalse();
    assertThat(holds(upsert(1, 2, 5), delete(3, 9, 0), delete(4, 8, Call.REFUSED)))
        .isTrue();
  }

  @Test
  void aLostWriteIsDetectedInALongHistory() {
    List<Call> calls = new ArrayList<>();
    for (var i = 1; i <= 300; i++) {
      calls.add(upsert(10L * i, 10L * i + 25, i));
      calls.add(read(10L * i + 26, 10L * i + 34, i));
    }
    assertThat(HistoryChecker.isLinearizable(calls)).isTrue();
    calls.add(read(4_000, 4_001, 150));

    assertThat(HistoryChecker.isLinearizable(calls)).isFalse();
  }
}
