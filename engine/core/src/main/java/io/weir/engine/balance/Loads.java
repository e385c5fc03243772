package io.weir.engine.balance;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How busy shards and loops are, in cores: 1 is a loop whose thread never rests. Immutable.
 *
 * @param shards the load of each shard
 * @param loops the number of the loop that runs each shard
 * @param others the load of each loop apart from shards: connections, requests and reads, which do
 *     not move
 */
record Loads(List<Double> shards, List<Integer> loops, List<Double> others) {

  /** A busiest loop below this load is no bottleneck, and its measures are mostly noise. */
  static final double LEAST = 0.2;

  /**
   * A move must lower the load of the busiest loop by this part, so that shards do not go back and
   * forth.
   */
  static final double LEAST_GAIN = 0.01;

  Loads {
    shards = List.copyOf(shards);
    loops = List.copyOf(loops);
    others = List.copyOf(others);
  }

  /** A move of a shard to a loop. */
  record Move(int shard, int loop) {}

  /** Returns the load of each loop. */
  double[] ofLoops() {
    var sums = others.stream().mapToDouble(Double::doubleValue).toArray();
    for (var shard = 0; shard < shards.size(); shard++) {
      sums[loops.get(shard)] += shards.get(shard);
    }
    return sums;
  }

  /**
   * Returns the difference between the busiest and the idlest loop as a part of the busiest one's
   * load; 0 when none is busy.
   */
  double imbalance() {
    var sums = ofLoops();
    var most = Arrays.stream(sums).max().orElse(0);
    var least = Arrays.stream(sums).min().orElse(0);
    return most < LEAST ? 0 : (most - least) / most;
  }

  /**
   * Returns the move from the busiest to the idlest loop after which the busier of the two is least
   * busy; empty when no move gains {@link #LEAST_GAIN}.
   */
  Optional<Move> best() {
    var sums = ofLoops();
    var busiest = 0;
    var idlest = 0;
    for (var loop = 1; loop < sums.length; loop++) {
      busiest = sums[loop] > sums[busiest] ? loop : busiest;
      idlest = sums[loop] < sums[idlest] ? loop : idlest;
    }
    var best = -1;
    var lowest = sums[busiest] * (1 - LEAST_GAIN);
    for (var shard = 0; shard < shards.size(); shard++) {
      if (loops.get(shard) == busiest) {
        var after = Math.max(sums[busiest] - shards.get(shard), sums[idlest] + shards.get(shard));
        if (after <= lowest && shards.get(shard) > 0) {
          best = shard;
          lowest = after;
        }
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(new Move(best, idlest));
  }
}
