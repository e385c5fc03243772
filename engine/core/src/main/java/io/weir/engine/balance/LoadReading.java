package io.weir.engine.balance;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What shards and loops had cost at one moment. Immutable.
 *
 * @param nanos the moment
 * @param shards the time that each shard's tasks have taken
 * @param loops the processor time of each loop's thread; 0 where it is not known
 * @param places the number of the loop that runs each shard
 */
record LoadReading(long nanos, List<Long> shards, List<Long> loops, List<Integer> places) {

  LoadReading {
    shards = List.copyOf(shards);
    loops = List.copyOf(loops);
    places = List.copyOf(places);
  }

  static LoadReading of(Placement placement, LoopTimes times, long nanos) {
    return new LoadReading(
        nanos,
        IntStream.range(0, placement.shards())
            .mapToObj(shard -> placement.ofShard(shard).load().busyNanos())
            .toList(),
        IntStream.range(0, placement.loops()).mapToObj(times::cpuNanos).toList(),
        IntStream.range(0, placement.shards()).mapToObj(placement::loopOf).toList());
  }

  /** Returns the loads between an earlier reading and this one. No shard has moved in between. */
  Loads since(LoadReading earlier) {
    var span = (double) Math.max(1, nanos - earlier.nanos);
    var ofShards = IntStream.range(0, shards.size())
        .mapToObj(shard -> (shards.get(shard) - earlier.shards.get(shard)) / span)
        .toList();
    var others = new double[loops.size()];
    for (var loop = 0; loop < others.length; loop++) {
      others[loop] = (loops.get(loop) - earlier.loops.get(loop)) / span;
    }
    for (var shard = 0; shard < places.size(); shard++) {
      others[places.get(shard)] -= ofShards.get(shard);
    }
    return new Loads(
        ofShards,
        places,
        IntStream.range(0, others.length)
            .mapToObj(loop -> Math.max(0, others[loop]))
            .toList());
  }
}
