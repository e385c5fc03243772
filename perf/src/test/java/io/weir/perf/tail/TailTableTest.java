package io.weir.perf.tail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TailTableTest {

  @Test
  void oursIsTheDifferenceToTheControlInTheSameRound() {
    var table = TailTable.markdown(List.of(sample(Collector.ZGC, 1_000, 9, 4)));

    assertThat(table.lines().toList().get(2))
        .isEqualTo("| read | ZGC | 1,000 | 2 | 1.00 | 1.00 | 9.00 | 4.00 | 5.00 | 2.00 |");
  }

  @Test
  void eachNumberIsTheMedianOfTheRoundsAndFailuresAreTheirSum() {
    var table = TailTable.markdown(List.of(
        sample(Collector.G1, 1_000, 9, 1),
        sample(Collector.ZGC, 500, 3, 1),
        sample(Collector.G1, 3_000, 30, 29),
        sample(Collector.G1, 2_000, 20, 12)));

    assertThat(table.lines().skip(2).toList())
        .containsExactly(
            "| read | G1 | 2,000 | 6 | 1.00 | 1.00 | 20.00 | 12.00 | 8.00 | 2.00 |",
            "| read | ZGC | 500 | 2 | 1.00 | 1.00 | 3.00 | 1.00 | 2.00 | 2.00 |");
  }

  private static TailSample sample(
      Collector collector, double perSecond, long ownMillis, long controlMillis) {
    return new TailSample(
        collector, "read", perSecond, 2, tail(ownMillis), tail(controlMillis), tail(2));
  }

  /** Returns 10,000 latencies of 1 ms and 20 of another. */
  private static Histogram tail(long millis) {
    var latencies = new Histogram(5);
    latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(1), 10_000);
    latencies.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(millis), 20);
    return latencies;
  }
}
