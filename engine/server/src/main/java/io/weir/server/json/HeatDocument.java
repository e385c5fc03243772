package io.weir.server.json;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * What shards and loops have cost, as it was read from JSON. Times are in seconds. Members that it does not know are skipped.
 *
 * @param at the moment, by a clock that no one sets
 * @param moves how often a shard was moved
 * @param loops processor time of each loop
 * @param shards what each shard has cost
 * @param partitions the partitions of the account that receive most requests
 */
public record HeatDocument(
    double at, long moves, List<Double> loops, List<Shard> shards, List<Partition> partitions) {

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
      long storedBytes) {}

  /** A partition with many requests; see {@link io.weir.engine.balance.HotPartition}. */
  public record Partition(
      String table, String partitionKey, int shard, long reads, long writes, long seconds) {}

  public HeatDocument {
    loops = List.copyOf(loops);
    shards = List.copyOf(shards);
    partitions = List.copyOf(partitions);
  }

  /** Reads what {@link HeatJson} wrote. Fails with {@code InvalidInput} for anything else. */
  public static HeatDocument read(byte[] body) {
    return Json.read(body, 0, body.length, HeatDocument::document);
  }

  private static HeatDocument document(JsonParser json) {
    Json.begin(json);
    var numbers = new Members();
    var loops = new ArrayList<Double>();
    var shards = new ArrayList<Shard>();
    var partitions = new ArrayList<Partition>();
    for (var member = json.nextName(); member != null; member = json.nextName()) {
      json.nextToken();
      switch (member) {
        case "loops" -> each(json, loop -> loops.add(loop.number("cpu")));
        case "shards" -> each(json, shard -> shards.add(shard(shard)));
        case "partitions" -> each(json, partition -> partitions.add(partition(partition)));
        default -> numbers.add(member, json);
      }
    }
    return new HeatDocument(
        numbers.number("at"), (long) numbers.number("moves"), loops, shards, partitions);
  }

  private static Shard shard(Members members) {
    return new Shard(
        (int) members.number("shard"),
        (int) members.number("loop"),
        members.number("busy"),
        members.number("waited"),
        (long) members.number("turns"),
        (long) members.number("reads"),
        (long) members.number("commands"),
        (long) members.number("writtenBytes"),
        members.number("writeMedian"),
        members.number("writeP99"),
        (int) members.number("waiting"),
        (long) members.number("storedBytes"));
  }

  private static Partition partition(Members members) {
    return new Partition(
        members.text("table"),
        members.text("partitionKey"),
        (int) members.number("shard"),
        (long) members.number("reads"),
        (long) members.number("writes"),
        (long) members.number("seconds"));
  }

  private interface Receiver {
    void take(Members members);
  }

  private static void each(JsonParser json, Receiver receiver) {
    require(json, JsonToken.START_ARRAY);
    while (json.nextToken() == JsonToken.START_OBJECT) {
      var members = new Members();
      for (var member = json.nextName(); member != null; member = json.nextName()) {
        json.nextToken();
        members.add(member, json);
      }
      receiver.take(members);
    }
    require(json, JsonToken.END_ARRAY);
  }

  private static void require(JsonParser json, JsonToken token) {
    if (json.currentToken() != token) {
      throw invalid();
    }
  }

  private static InvalidRequestException invalid() {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=heat");
  }

  /** The members of one object. */
  private static final class Members {

    private final Map<String, Double> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    void add(String name, JsonParser json) {
      if (json.currentToken().isNumeric()) {
        numbers.put(name, json.getDoubleValue());
      } else if (json.currentToken() == JsonToken.VALUE_STRING) {
        texts.put(name, json.getString());
      } else {
        json.skipChildren();
      }
    }

    double number(String name) {
      var value = numbers.get(name);
      if (value == null) {
        throw invalid();
      }
      return value;
    }

    String text(String name) {
      var value = texts.get(name);
      if (value == null) {
        throw invalid();
      }
      return value;
    }
  }
}
