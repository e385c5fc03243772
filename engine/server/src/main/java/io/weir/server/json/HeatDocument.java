package io.weir.server.json;

import io.weir.api.json.JsonForm;
import io.weir.engine.balance.PartitionHeat;
import io.weir.engine.balance.ShardHeat;
import io.weir.engine.balance.StoreHeat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What shards and loops have cost, as JSON. Times are in seconds. Members that it does not know are
 * skipped. Immutable.
 *
 * @param at the moment, by a clock that no one sets
 * @param moves how often a shard was moved
 * @param loops processor time of each loop
 * @param shards what each shard has cost
 * @param partitions the partitions of the account that receive most requests
 */
public record HeatDocument(
    double at, long moves, List<Loop> loops, List<Shard> shards, List<Partition> partitions) {

  private static final JsonForm<HeatDocument> FORM = new JsonForm<>("heat", HeatDocument.class);
  private static final double NANOS_A_SECOND = 1e9;
  private static final double MICROS_A_SECOND = 1e6;

  /** The processor time of one loop. */
  public record Loop(int loop, double cpu) {}

  /** What one shard has cost; see {@link io.weir.engine.balance.ShardHeat}. */
  public record Shard(
      int shard,
      int loop,
      double busy,
      double waited,
      long turns,
      long reads,
      long commands,
      long writtenBytes,
      double writeMedian,
      double writeP99,
      int waiting,
      long storedBytes) {

    private static Shard of(ShardHeat heat) {
      return new Shard(
          heat.shard(),
          heat.loop(),
          heat.busyNanos() / NANOS_A_SECOND,
          heat.waitedNanos() / NANOS_A_SECOND,
          heat.turns(),
          heat.reads(),
          heat.commands(),
          heat.writtenBytes(),
          heat.writes().medianMicros() / MICROS_A_SECOND,
          heat.writes().p99Micros() / MICROS_A_SECOND,
          heat.waiting(),
          heat.storedBytes());
    }
  }

  /** A partition with many requests; see {@link io.weir.engine.balance.PartitionHeat}. */
  public record Partition(
      String table, String partitionKey, int shard, long reads, long writes, long seconds) {

    private static Partition of(PartitionHeat partition) {
      return new Partition(
          partition.table().value(),
          partition.partitionKey(),
          partition.shard(),
          partition.reads(),
          partition.writes(),
          partition.span().toSeconds());
    }
  }

  public HeatDocument {
    loops = List.copyOf(loops);
    shards = List.copyOf(shards);
    partitions = List.copyOf(partitions);
  }

  /** Returns the document of a store. */
  public static HeatDocument of(StoreHeat heat, List<PartitionHeat> partitions) {
    var nanos = heat.loopNanos();
    return new HeatDocument(
        heat.nanos() / NANOS_A_SECOND,
        heat.moves(),
        IntStream.range(0, nanos.size())
            .mapToObj(loop -> new Loop(loop, nanos.get(loop) / NANOS_A_SECOND))
            .toList(),
        heat.shards().stream().map(Shard::of).toList(),
        partitions.stream().map(Partition::of).toList());
  }

  /** Returns the document as JSON. */
  public byte[] write() {
    return FORM.write(this);
  }

  /** Reads what {@link #write} returned. Fails with {@code InvalidInput} for anything else. */
  public static HeatDocument read(byte[] body) {
    return FORM.readAnswer(body);
  }
}
