package io.weir.engine.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.balance.Loads.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which shard moves where. */
final class LoadsTest {

  private static final int LOOPS = 8;
  private static final int SHARDS = 64;
  private static final int MOST_MOVES = 200;

  @Test
  void theShardMovesThatLeavesTheBusierLoopLeastBusy() {
    var loads = new Loads(List.of(0.5, 0.3, 0.1), List.of(0, 0, 1), List.of(0.0, 0.0));

    assertThat(loads.best()).contains(new Move(1, 1));
  }

  @Test
  void aShardThatAloneFillsALoopStaysAndTheOthersLeaveIt() {
    var loads = new Loads(List.of(0.8, 0.1), List.of(0, 0), List.of(0.0, 0.1));

    assertThat(loads.best()).contains(new Move(1, 1));
    assertThat(new Loads(List.of(0.8, 0.1), List.of(0, 1), List.of(0.0, 0.1)).best())
        .isEmpty();
  }

  @Test
  void whatALoopDoesBesidesShardsCounts() {
    var loads = new Loads(List.of(0.2, 0.2), List.of(0, 1), List.of(0.5, 0.0));

    assertThat(loads.imbalance()).isGreaterThan(0.2);
    assertThat(loads.best()).contains(new Move(0, 1));
  }

  @Test
  void nothingMovesForAGainOfLessThanAHundredth() {
    assertThat(new Loads(List.of(0.500, 0.004), List.of(0, 0), List.of(0.0, 0.48)).best())
        .isEmpty();
    assertThat(new Loads(List.of(0.500, 0.006), List.of(0, 0), List.of(0.0, 0.48)).best())
        .contains(new Move(1, 1));
  }

  @Test
  void loopsBelowAFifthOfACoreAreBalanced() {
    assertThat(new Loads(List.of(0.19), List.of(0), List.of(0.0, 0.0)).imbalance())
        .isZero();
    assertThat(new Loads(List.of(0.21), List.of(0), List.of(0.0, 0.0)).imbalance())
        .isEqualTo(1);
  }

  /** The rate of a machine is bounded by its busiest loop. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void zipfianLoadsOnEightLoopsReachNineTenthsOfTheBestPlacementsRate(long seed) {
    var loads = zipfian(new Random(seed));
    var places = new ArrayList<>(
        IntStream.range(0, SHARDS).mapToObj(shard -> shard % LOOPS).toList());
    var others = Collections.nCopies(LOOPS, 0.0);

    var moves = 0;
    for (var move = new Loads(loads, places, others).best();
        move.isPresent();
        move = new Loads(loads, places, others).best()) {
      places.set(move.get().shard(), move.get().loop());
      assertThat(++moves).as("the moves end").isLessThan(MOST_MOVES);
    }

    var busiest =
        Arrays.stream(new Loads(loads, places, others).ofLoops()).max().orElseThrow();
    assertThat(best(loads) / busiest).as("rate by the best one's").isGreaterThan(0.9);
  }

  private static List<Double> zipfian(Random random) {
    var loads = new ArrayList<>(
        IntStream.rangeClosed(1, SHARDS).mapToObj(rank -> 1.0 / rank).toList());
    Collections.shuffle(loads, random);
    return loads;
  }

  /**
   * The load of the busiest loop when the heaviest shards are placed first, each on the idlest
   * loop.
   */
  private static double best(List<Double> loads) {
    var sums = new double[LOOPS];
    loads.stream().sorted(Collections.reverseOrder()).forEach(load -> {
      Arrays.sort(sums);
      sums[0] += load;
    });
    return Arrays.stream(sums).max().orElseThrow();
  }
}
