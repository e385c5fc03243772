package io.weir.engine.store;

import io.weir.engine.balance.Balancer;
import io.weir.engine.balance.Balancing;
import io.weir.engine.balance.LoopTimes;
import io.weir.engine.balance.Placement;
import io.weir.engine.balance.ShardHeat;
import io.weir.engine.balance.StoreHeat;
import io.weir.engine.loop.Loops;
import io.weir.engine.shard.Shard;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * What the shards and loops of a store cost, for people and for the balancer. Any thread; a
 * moment's view.
 */
public final class StoreLoad {

  private final Placement placement;
  private final Loops loops;
  private final LoopTimes loopTimes;
  private final List<Shard> shards;
  private final List<ShardTree> trees;
  private final LongSupplier nanoClock;

  StoreLoad(
      Placement placement,
      Loops loops,
      List<Shard> shards,
      List<ShardTree> trees,
      LongSupplier nanoClock) {
    this.placement = placement;
    this.loops = loops;
    this.loopTimes = new LoopTimes(loops);
    this.shards = shards;
    this.trees = trees;
    this.nanoClock = nanoClock;
  }

  /** Returns what the shards and loops have cost. */
  public StoreHeat heat() {
    return new StoreHeat(
        nanoClock.getAsLong(),
        placement.moves(),
        IntStream.range(0, placement.loops()).mapToObj(this::loopCpuNanos).toList(),
        IntStream.range(0, shards.size()).mapToObj(this::heat).toList());
  }

  /** Returns the processor time of a loop's thread in nanoseconds; 0 where it is not known. */
  public long loopCpuNanos(int loop) {
    return loopTimes.cpuNanos(loop);
  }

  private ShardHeat heat(int number) {
    var shard = shards.get(number);
    var load = placement.ofShard(number).load();
    return new ShardHeat(
        number,
        placement.loopOf(number),
        load.busyNanos(),
        load.waitedNanos(),
        load.turns(),
        shard.traffic().reads(),
        shard.traffic().commands(),
        shard.traffic().writtenBytes(),
        shard.writeTimes(),
        shard.waiting(),
        trees.get(number).pages().stats().bytes());
  }

  /** Starts the moves of shards between loops, which end when the store closes. Called once. */
  void startBalancing(Balancing options, BooleanSupplier isClosing) {
    new Balancer(options, placement, loopTimes, nanoClock, isClosing)
        .watchOn(loops.all().get(0));
  }
}
