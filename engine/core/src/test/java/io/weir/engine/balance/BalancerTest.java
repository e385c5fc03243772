package io.weir.engine.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.loop.TurnedLoop;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * When the balancer moves shards, by a clock that the test sets. Shards 0 and 2 begin on loop 0,
 * shard 1 on loop 1.
 */
final class BalancerTest {

  private static final long SECOND = 1_000_000_000;

  private final List<TurnedLoop> loops = List.of(new TurnedLoop(), new TurnedLoop());
  private final Loops all = new Loops(List.<Loop>copyOf(loops));
  private long nanos;
  private final Placement placement = new Placement(all, 3, () -> nanos);

  /** The loops of this test share its thread, whose processor time says nothing about them. */
  private final LoopTimes times =
      new LoopTimes(new Loops(List.of(new TurnedLoop(), new TurnedLoop())));

  private final Balancer balancer =
      new Balancer(Balancing.DEFAULT, placement, times, () -> nanos, () -> false);

  @Test
  void anImbalanceOfTenSecondsMovesOneShard() {
    pass(10, 500, 0, 400);
    assertThat(placement.moves()).isZero();

    pass(1, 500, 0, 400);

    assertThat(placement.moves()).isEqualTo(1);
    assertThat(places()).containsExactly(0, 1, 1);
  }

  @Test
  void anImbalanceThatPausesBeginsAnew() {
    pass(9, 500, 0, 400);
    pass(1, 300, 600, 300);
    pass(9, 500, 0, 400);

    assertThat(placement.moves()).isZero();
  }

  @Test
  void thereIsAtMostOneMoveInTenSeconds() {
    pass(11, 500, 0, 400);
    assertThat(placement.moves()).isEqualTo(1);

    pass(10, 100, 500, 400);
    assertThat(placement.moves()).isEqualTo(1);

    pass(2, 100, 500, 400);
    assertThat(placement.moves()).isEqualTo(2);
  }

  @Test
  void aMoveByAnOperatorBeginsTheCountAnew() {
    pass(9, 500, 0, 400);
    placement.move(1, 0);
    pass(9, 500, 0, 400);

    assertThat(placement.moves()).isEqualTo(1);
  }

  @Test
  void aBalancedStoreMovesNothing() {
    pass(60, 250, 500, 250);

    assertThat(placement.moves()).isZero();
  }

  /** Lets seconds pass, in each of which the shards work for so many milliseconds. */
  private void pass(int seconds, int... shardMillis) {
    for (var second = 0; second < seconds; second++) {
      var end = nanos + SECOND;
      for (var shard = 0; shard < shardMillis.length; shard++) {
        var millis = shardMillis[shard];
        placement.ofShard(shard).execute(() -> nanos += millis * 1_000_000L);
        loops.forEach(TurnedLoop::turn);
      }
      nanos = end;
      balancer.look();
    }
  }

  private List<Integer> places() {
    loops.forEach(TurnedLoop::turn);
    return IntStream.range(0, placement.shards()).mapToObj(placement::loopOf).toList();
  }
}
