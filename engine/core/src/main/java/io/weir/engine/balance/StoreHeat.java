package io.weir.engine.balance;

import java.util.List;

/**
 * What the shards and loops of a store have cost since the start. Two of these, a while apart, give
 * rates.
 *
 * @param nanos the moment, by a monotonic clock
 * @param moves how often a shard was moved to another loop
 * @param loopNanos processor time of each loop's thread; 0 where it is not known
 * @param shards in the order of their numbers
 */
public record StoreHeat(long nanos, long moves, List<Long> loopNanos, List<ShardHeat> shards) {

  public StoreHeat {
    loopNanos = List.copyOf(loopNanos);
    shards = List.copyOf(shards);
  }
}
