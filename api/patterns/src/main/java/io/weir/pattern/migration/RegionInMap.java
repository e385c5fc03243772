package io.weir.pattern.migration;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.pattern.partitioned.ShardMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Finds the place of a region in a map. Fails with {@code InvalidInput} if the map has no such
 * region, or several shards have it.
 */
record RegionInMap(KeyRegion region) implements ShardMap.Handler<RegionInMap.Place> {

  /**
   * The place of a region.
   *
   * @param shard has the whole region
   * @param move makes the map in which another shard has it
   */
  record Place(String shard, Function<String, ShardMap> move) {
    ShardMap movedTo(String target) {
      return move.apply(target);
    }
  }

  @Override
  public Place range(ShardMap.Range map) {
    if (!(region instanceof KeyRegion.Range range)) {
      throw misfit();
    }
    var firsts = map.shardByFirstKey();
    var inside = range
        .end()
        .map(end -> firsts.subMap(range.first(), true, end, false))
        .orElseGet(() -> firsts.tailMap(range.first(), true));
    var shards = new LinkedHashSet<>(inside.values());
    shards.add(firsts.floorEntry(range.first()).getValue());
    if (shards.size() != 1) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "region=" + region.text() + " shards=" + shards);
    }
    return new Place(shards.iterator().next(), target -> {
      var moved = new TreeMap<>(firsts);
      range.end().ifPresent(end -> moved.put(end, firsts.floorEntry(end).getValue()));
      moved.keySet().removeIf(range::contains);
      moved.put(range.first(), target);
      return ShardMap.byRange(moved);
    });
  }

  @Override
  public Place listed(ShardMap.Listed map) {
    if (!(region instanceof KeyRegion.Listed listed)) {
      throw misfit();
    }
    return new Place(map.shardOf(listed.key()), target -> {
      var moved = new HashMap<>(map.shardByKey());
      moved.put(listed.key(), target);
      return ShardMap.byList(moved, map.otherwise());
    });
  }

  @Override
  public Place hash(ShardMap.Hash map) {
    if (!(region instanceof KeyRegion.Slot slot) || slot.of() != map.slots().size()) {
      throw misfit();
    }
    return new Place(map.slots().get(slot.number()), target -> {
      var moved = new ArrayList<>(map.slots());
      moved.set(slot.number(), target);
      return new ShardMap.Hash(moved);
    });
  }

  private InvalidRequestException misfit() {
    return new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "region=" + region.text() + " map=ofAnotherKind");
  }
}
