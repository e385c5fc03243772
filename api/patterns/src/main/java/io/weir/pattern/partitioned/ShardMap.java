package io.weir.pattern.partitioned;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/** The assignment of partition keys to shards. Immutable; any thread. */
public sealed interface ShardMap {

  /** Returns the shard of a partition. */
  String shardOf(String partitionKey);

  /** Returns the names of all shards, each once, always in the same order. */
  List<String> shards();

  /** Calls the handler's method for this kind of map. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of map. */
  interface Handler<R> {
    R hash(Hash map);

    R range(Range map);

    R listed(Listed map);
  }

  /**
   * Returns a map by the CRC-32C of the key in UTF-8, modulo the number of shards: even load, and a
   * range of keys is in all shards. Fails with {@link IllegalArgumentException} without a shard or
   * with a repeated one.
   */
  static ShardMap byHash(String... shards) {
    if (new LinkedHashSet<>(List.of(shards)).size() != shards.length) {
      throw new IllegalArgumentException(
          "Shards must be named once each. shards=" + List.of(shards));
    }
    return new Hash(List.of(shards));
  }

  /**
   * Returns a map by ranges: each entry names the first key of a range, which ends before the next
   * one, and its shard. A range of keys is in few shards.
   */
  static ShardMap byRange(Map<String, String> shardByFirstKey) {
    return new Range(new TreeMap<>(shardByFirstKey));
  }

  /** Returns a map by a list of keys. All other keys belong to one more shard. */
  static ShardMap byList(Map<String, String> shardByKey, String otherwise) {
    return new Listed(shardByKey, otherwise);
  }

  /**
   * By hash. Fails with {@link IllegalArgumentException} without a slot.
   *
   * @param slots the shard of each slot, at least one; their order counts, and a shard may have
   *     several slots
   */
  record Hash(List<String> slots) implements ShardMap {
    public Hash {
      slots = List.copyOf(slots);
      if (slots.isEmpty()) {
        throw new IllegalArgumentException("A map must have a slot. slots=0");
      }
    }

    /** Returns the slot of a partition, from 0. */
    public int slotOf(String partitionKey) {
      return slotOf(partitionKey, slots.size());
    }

    /** Returns the slot of a partition in a map of this many slots, from 0. */
    public static int slotOf(String partitionKey, int slots) {
      var check = new CRC32C();
      check.update(partitionKey.getBytes(UTF_8));
      return (int) (check.getValue() % slots);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.hash(this);
    }

    @Override
    public String shardOf(String partitionKey) {
      return slots.get(slotOf(partitionKey));
    }

    @Override
    public List<String> shards() {
      return List.copyOf(new LinkedHashSet<>(slots));
    }
  }

  /**
   * By ranges. Fails with {@link IllegalArgumentException} unless a range begins at the empty key,
   * which is the first.
   *
   * @param shardByFirstKey several ranges may belong to one shard
   */
  record Range(NavigableMap<String, String> shardByFirstKey) implements ShardMap {
    public Range {
      shardByFirstKey = Collections.unmodifiableNavigableMap(new TreeMap<>(shardByFirstKey));
      if (!shardByFirstKey.containsKey("")) {
        throw new IllegalArgumentException(
            "A range must begin at the empty key. ranges=" + shardByFirstKey.keySet());
      }
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.range(this);
    }

    @Override
    public String shardOf(String partitionKey) {
      return shardByFirstKey.floorEntry(partitionKey).getValue();
    }

    @Override
    public List<String> shards() {
      return List.copyOf(new LinkedHashSet<>(shardByFirstKey.values()));
    }
  }

  /**
   * By a list.
   *
   * @param otherwise the shard of the keys that are not listed
   */
  record Listed(Map<String, String> shardByKey, String otherwise) implements ShardMap {
    public Listed {
      shardByKey = Collections.unmodifiableMap(new TreeMap<>(shardByKey));
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.listed(this);
    }

    @Override
    public String shardOf(String partitionKey) {
      return shardByKey.getOrDefault(partitionKey, otherwise);
    }

    @Override
    public List<String> shards() {
      var shards = new LinkedHashSet<>(shardByKey.values());
      shards.add(otherwise);
      return List.copyOf(shards);
    }
  }
}
