package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.engine.advice.AdviceKind;
import io.weir.engine.advice.AdviceReport;
import io.weir.engine.advice.LargePartition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Counts of advice are made by looks, once a minute. */
final class AdviceCountsTest {

  private final Deque<MonoSink<AdviceReport>> asked = new ArrayDeque<>();
  private long nowNanos;
  private final AdviceCounts counts = new AdviceCounts(Mono.create(asked::add), () -> nowNanos);

  @Test
  void theFirstLookMakesThem() {
    assertThat(look()).isZero();
    assertThat(look()).isZero();
    assertThat(asked).as("one report at a time").hasSize(1);

    asked.remove().success(report(2));
    assertThat(look()).isEqualTo(2);
    assertThat(counts.of(AdviceKind.MISSING_INDEX)).isZero();
    assertThat(asked).isEmpty();
  }

  @Test
  void aMinuteLaterALookMakesThemAnew() {
    look();
    asked.remove().success(report(2));

    nowNanos += AdviceCounts.AGE.toNanos() - 1;
    assertThat(look()).isEqualTo(2);
    assertThat(asked).isEmpty();
    nowNanos += 1;
    assertThat(look()).isEqualTo(2);
    asked.remove().success(report(0));
    assertThat(look()).isZero();
  }

  @Test
  void costlyOnesAreKeptAHundredTimesAsLongAsTheyTook() {
    look();
    nowNanos += Duration.ofSeconds(2).toNanos();
    asked.remove().success(report(2));

    nowNanos += Duration.ofSeconds(200).toNanos() - 1;
    assertThat(look()).isEqualTo(2);
    assertThat(asked).isEmpty();
    nowNanos += 1;
    look();
    assertThat(asked).hasSize(1);
  }

  @Test
  void aFailureKeepsTheOldOnesForAMinute() {
    look();
    asked.remove().success(report(2));
    nowNanos += AdviceCounts.AGE.toNanos();
    look();
    asked.remove().error(new IllegalStateException("closing"));

    assertThat(look()).isEqualTo(2);
    assertThat(asked).isEmpty();
    nowNanos += AdviceCounts.AGE.toNanos();
    look();
    assertThat(asked).hasSize(1);
  }

  private long look() {
    return counts.of(AdviceKind.LARGE_PARTITION);
  }

  private static AdviceReport report(int large) {
    var advice = new LargePartition(new TableName("Birds"), "p", 1, 1);
    return new AdviceReport(1, Duration.ZERO, Collections.nCopies(large, advice));
  }
}
