package io.weir.cli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.weir.server.json.HeatDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates between two moments. */
final class HeatRatesTest {

  @Test
  void ratesAreDifferencesBySecond() {
    var earlier = document(
        10, 1, 2.0, new HeatDocument.Shard(0, 0, 1.0, 0.5, 100, 10, 20, 4096, 0.001, 0.002, 9, 5));
    var later = document(
        12,
        3,
        3.0,
        new HeatDocument.Shard(0, 1, 1.5, 0.5004, 300, 30, 60, 8192, 0.0005, 0.0015, 7, 2 << 20));

    var rates = HeatRates.between(earlier, later);

    assertThat(rates.moves()).isEqualTo(2);
    assertThat(rates.loops()).containsExactly(0.5);
    var shard = rates.shards().get(0);
    assertThat(shard.loop()).isEqualTo(1);
    assertThat(shard.busy()).isEqualTo(0.25);
    assertThat(shard.waitMicros()).isCloseTo(2, offset(0.01));
    assertThat(shard.reads()).isEqualTo(10);
    assertThat(shard.commands()).isEqualTo(20);
    assertThat(shard.writtenBytes()).isEqualTo(2048);
    assertThat(HeatText.lines(rates))
        .contains(
            "    0     1   25.0%      2 us         10          20         2     1500 us        7         2.0",
            "loop 0: 50.0% of a core", "2 shards were moved");
  }

  @Test
  void aServiceThatHasStartedAnewHasNoRates() {
    var busy =
        document(10, 0, 2.0, new HeatDocument.Shard(0, 0, 1.0, 0.5, 100, 1, 1, 1, 0, 0, 0, 1));
    var anew =
        document(12, 0, 0.1, new HeatDocument.Shard(0, 0, 0.1, 0.1, 99, 0, 0, 0, 0, 0, 0, 1));
    var larger = new HeatDocument(
        12, 0, List.of(anew.loops().get(0), anew.loops().get(0)), anew.shards(), List.of());

    assertThat(HeatRates.areOfOneRun(busy, busy)).isTrue();
    assertThat(HeatRates.areOfOneRun(busy, anew)).isFalse();
    assertThat(HeatRates.areOfOneRun(anew, larger)).isFalse();
  }

  private static HeatDocument document(
      double at, long moves, double cpu, HeatDocument.Shard shard) {
    return new HeatDocument(
        at, moves, List.of(new HeatDocument.Loop(0, cpu)), List.of(shard), List.of());
  }
}
