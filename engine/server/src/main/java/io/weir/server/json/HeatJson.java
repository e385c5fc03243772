package io.weir.server.json;

import io.netty.buffer.ByteBuf;
import io.weir.engine.balance.HotPartition;
import io.weir.engine.balance.ShardHeat;
import io.weir.engine.balance.StoreHeat;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** What shards and loops have cost as JSON. Times are in seconds, by a clock that no one sets. Any thread. */
public final class HeatJson {

  private static final double NANOS_A_SECOND = 1e9;
  private static final double MICROS_A_SECOND = 1e6;

  private HeatJson() {}

  /** Appends the document to a buffer. The caller owns the buffer. */
  public static void write(StoreHeat heat, List<HotPartition> partitions, ByteBuf out) {
    try (var json = JsonBuffer.generator(out)) {
      json.writeStartObject();
      json.writeNumberProperty("at", heat.nanos() / NANOS_A_SECOND);
      json.writeNumberProperty("moves", heat.moves());
      json.writeArrayPropertyStart("loops");
      for (var loop = 0; loop < heat.loopNanos().size(); loop++) {
        json.writeStartObject();
        json.writeNumberProperty("loop", loop);
        json.writeNumberProperty("cpu", heat.loopNanos().get(loop) / NANOS_A_SECOND);
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayPropertyStart("shards");
      heat.shards().forEach(shard -> write(shard, json));
      json.writeEndArray();
      json.writeArrayPropertyStart("partitions");
      partitions.forEach(partition -> write(partition, json));
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(ShardHeat shard, JsonGenerator json) {
    json.writeStartObject();
    json.writeNumberProperty("shard", shard.shard());
    json.writeNumberProperty("loop", shard.loop());
    json.writeNumberProperty("busy", shard.busyNanos() / NANOS_A_SECOND);
    json.writeNumberProperty("waited", shard.waitedNanos() / NANOS_A_SECOND);
    json.writeNumberProperty("turns", shard.turns());
    json.writeNumberProperty("reads", shard.reads());
    json.writeNumberProperty("commands", shard.commands());
    json.writeNumberProperty("writtenBytes", shard.writtenBytes());
    json.writeNumberProperty("writeMedian", shard.writes().medianMicros() / MICROS_A_SECOND);
    json.writeNumberProperty("writeP99", shard.writes().p99Micros() / MICROS_A_SECOND);
    json.writeNumberProperty("waiting", shard.waiting());
    json.writeNumberProperty("storedBytes", shard.storedBytes());
    json.writeEndObject();
  }

  private static void write(HotPartition partition, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("table", partition.table().value());
    json.writeStringProperty("partitionKey", partition.partitionKey());
    json.writeNumberProperty("shard", partition.shard());
    json.writeNumberProperty("reads", partition.reads());
    json.writeNumberProperty("writes", partition.writes());
    json.writeNumberProperty("seconds", partition.span().toSeconds());
    json.writeEndObject();
  }
}
