package io.weir.cli.store;

import io.weir.server.json.HeatDocument;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the loops and shards of a service did between two moments.
 *
 * @param seconds between the moments
 * @param moves shards that were moved
 * @param loops processor time of each loop, in cores
 * @param shards in the order of their numbers
 */
record HeatRates(double seconds, long moves, List<Double> loops, List<Shard> shards) {

  private static final double MICROS_A_SECOND = 1e6;

  HeatRates {
    loops = List.copyOf(loops);
    shards = List.copyOf(shards);
  }

  /**
   * One shard.
   *
   * @param busy time of its tasks, in cores
   * @param waitMicros mean time for which a turn waited on the loop
   * @param reads a second
   * @param commands a second
   * @param writtenBytes a second
   * @param writeMicros the 99th percentile of the time of a write, of the last ten seconds; 0
   *     without writes
   * @param waiting commands in its mailbox at the later moment
   * @param storedBytes at the later moment
   */
  record Shard(
      int shard,
      int loop,
      double busy,
      double waitMicros,
      double reads,
      double commands,
      double writtenBytes,
      double writeMicros,
      int waiting,
      long storedBytes) {}

  /** Whether both documents are of one run of the service, so that there are rates between them. */
  static boolean areOfOneRun(HeatDocument earlier, HeatDocument later) {
    return earlier.loops().size() == later.loops().size()
        && earlier.shards().size() == later.shards().size()
        && IntStream.range(0, later.shards().size())
            .allMatch(shard ->
                earlier.shards().get(shard).turns() <= later.shards().get(shard).turns());
  }

  /** Returns the rates between two documents of one run. */
  static HeatRates between(HeatDocument earlier, HeatDocument later) {
    var seconds = later.at() - earlier.at();
    return new HeatRates(
        seconds,
        later.moves() - earlier.moves(),
        IntStream.range(0, later.loops().size())
            .mapToObj(loop ->
                (later.loops().get(loop).cpu() - earlier.loops().get(loop).cpu()) / seconds)
            .toList(),
        IntStream.range(0, later.shards().size())
            .mapToObj(
                shard -> shard(earlier.shards().get(shard), later.shards().get(shard), seconds))
            .toList());
  }

  private static Shard shard(HeatDocument.Shard earlier, HeatDocument.Shard later, double seconds) {
    var turns = Math.max(1, later.turns() - earlier.turns());
    return new Shard(
        later.shard(),
        later.loop(),
        (later.busy() - earlier.busy()) / seconds,
        (later.waited() - earlier.waited()) / turns * MICROS_A_SECOND,
        (later.reads() - earlier.reads()) / seconds,
        (later.commands() - earlier.commands()) / seconds,
        (later.writtenBytes() - earlier.writtenBytes()) / seconds,
        later.writeP99() * MICROS_A_SECOND,
        later.waiting(),
        later.storedBytes());
  }
}
