package io.weir.pattern.migration;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.pattern.partitioned.ShardMap;
import java.util.List;
import java.util.Optional;

/**
 * The partition keys that a migration moves: a range, one key of a list, or a slot of a hash.
 * Immutable; any thread.
 */
public sealed interface KeyRegion {

  /** Returns the keys from one key to before another, in a map by range. */
  static KeyRegion range(String first, String end) {
    return new Range(first, Optional.of(end));
  }

  /** Returns all keys from one key on, in a map by range. */
  static KeyRegion from(String first) {
    return new Range(first, Optional.empty());
  }

  /** Returns one key, in a map by list. */
  static KeyRegion key(String key) {
    return new Listed(key);
  }

  /** Returns a slot, from 0, of a map by hash that has this many slots. */
  static KeyRegion slot(int number, int of) {
    return new Slot(number, of);
  }

  /** Whether the region has a partition. */
  boolean contains(String partitionKey);

  /** Returns a filter that matches the region's entities and may match others. */
  Filter filter();

  /** Returns the text that {@link #parse} reads. No part of it contains a slash. */
  String text();

  /** Calls the handler's method for this kind of region. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of region. */
  interface Handler<R> {
    R range(Range region);

    R listed(Listed region);

    R slot(Slot region);
  }

  /**
   * Returns the shard that has the whole region. Fails with {@code InvalidInput} if a map of this
   * kind has no such region or several have it.
   */
  default String shardIn(ShardMap map) {
    return map.dispatch(new RegionInMap(this)).shard();
  }

  /** Returns a map in which another shard has the region. Fails as {@link #shardIn} does. */
  default ShardMap moved(ShardMap map, String target) {
    return map.dispatch(new RegionInMap(this)).movedTo(target);
  }

  /** Reads a stored text. Fails with {@code InternalError} for any other. */
  static KeyRegion parse(String text) {
    var parts = List.of(text.split("/", -1));
    return switch (parts.get(0) + parts.size()) {
      case "range3" -> range(parts.get(1), parts.get(2));
      case "from2" -> from(parts.get(1));
      case "key2" -> key(parts.get(1));
      case "slot3" -> slot(Integer.parseInt(parts.get(1)), Integer.parseInt(parts.get(2)));
      default -> throw new ServiceFailedException(ErrorCode.INTERNAL_ERROR, "region=damaged", null);
    };
  }

  /**
   * A range.
   *
   * @param end the first key after it; empty for a range without an end
   */
  record Range(String first, Optional<String> end) implements KeyRegion {
    /** Fails with {@code InvalidInput} for an empty range. */
    public Range {
      EntityKey.requireKey("first", first);
      end.ifPresent(key -> EntityKey.requireKey("end", key));
      if (end.filter(key -> key.compareTo(first) <= 0).isPresent()) {
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "range=empty");
      }
    }

    @Override
    public boolean contains(String partitionKey) {
      return partitionKey.compareTo(first) >= 0
          && end.filter(key -> partitionKey.compareTo(key) >= 0).isEmpty();
    }

    @Override
    public Filter filter() {
      var from = comparison(Operator.GREATER_OR_EQUAL, first);
      return end.<Filter>map(key -> new Filter.And(List.of(from, comparison(Operator.LESS, key))))
          .orElse(from);
    }

    @Override
    public String text() {
      return end.map(key -> "range/" + first + "/" + key).orElse("from/" + first);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.range(this);
    }
  }

  /** One key of a list. */
  record Listed(String key) implements KeyRegion {
    public Listed {
      EntityKey.requireKey("key", key);
    }

    @Override
    public boolean contains(String partitionKey) {
      return partitionKey.equals(key);
    }

    @Override
    public Filter filter() {
      return comparison(Operator.EQUAL, key);
    }

    @Override
    public String text() {
      return "key/" + key;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.listed(this);
    }
  }

  /**
   * A slot of a hash. A service cannot search for its keys, so a migration reads all entities of
   * its tables.
   */
  record Slot(int number, int of) implements KeyRegion {
    public Slot {
      if (number < 0 || number >= of) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "slot=" + number + " slots=" + of);
      }
    }

    @Override
    public boolean contains(String partitionKey) {
      return ShardMap.Hash.slotOf(partitionKey, of) == number;
    }

    @Override
    public Filter filter() {
      return Filter.ALL;
    }

    @Override
    public String text() {
      return "slot/" + number + "/" + of;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.slot(this);
    }
  }

  private static Filter comparison(Operator operator, String key) {
    return new Filter.Comparison("PartitionKey", operator, new EdmString(key));
  }
}
