package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.engine.partition.PartitionGroups;
import io.weir.engine.partition.TreeKeys;
import io.weir.engine.query.KeyRange;
import io.weir.engine.query.QueryPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a scan's way: a range of keys, in one partition group or merged out of all. Immutable; any thread.
 *
 * <p>In order of keys a leg is a range of the plan. Without order it is what one group has of a range, and the groups follow each
 * other; so the group of a key tells which ones are behind it, and a place needs no more than a key.
 *
 * @param group where the leg's keys are; negative for all groups
 */
record Leg(KeyRange range, int group) {

  private static final int ALL_GROUPS = -1;

  boolean isOfAllGroups() {
    return group == ALL_GROUPS;
  }

  /** The way of a query from its place on. */
  static List<Leg> of(PartitionGroups groups, int tableId, QueryPlan plan, Query query) {
    if (query.direction() == Direction.UNORDERED) {
      return groupByGroup(groups, tableId, plan, query.from());
    }
    var legs = new ArrayList<Leg>();
    for (var range : plan.resumedAt(query.from()).ranges()) {
      legs.add(new Leg(range, isSpread(range) ? ALL_GROUPS : groupOf(range, groups, tableId)));
    }
    if (query.direction() == Direction.DESCENDING) {
      Collections.reverse(legs);
    }
    return legs;
  }

  private static List<Leg> groupByGroup(
      PartitionGroups groups, int tableId, QueryPlan plan, @Nullable Continuation from) {
    var first =
        from == null ? 0 : groups.ofTreeKey(TreeKeys.of(tableId, from.key().encoded()));
    var legs = new ArrayList<Leg>();
    for (var range : plan.resumedAt(from).ranges()) {
      groupsOf(range, groups, tableId)
          .filter(group -> group == first)
          .forEach(group -> legs.add(new Leg(range, group)));
    }
    for (var range : plan.ranges()) {
      groupsOf(range, groups, tableId)
          .filter(group -> group > first)
          .forEach(group -> legs.add(new Leg(range, group)));
    }
    legs.sort(Comparator.comparingInt(Leg::group)); // stable: ranges of a group stay ascending
    return legs;
  }

  private static IntStream groupsOf(KeyRange range, PartitionGroups groups, int tableId) {
    return isSpread(range)
        ? IntStream.range(0, groups.count())
        : IntStream.of(groupOf(range, groups, tableId));
  }

  private static boolean isSpread(KeyRange range) {
    return range.partitionKey() == null;
  }

  private static int groupOf(KeyRange range, PartitionGroups groups, int tableId) {
    return groups.ofTreeKey(TreeKeys.of(tableId, range.lower()));
  }
}
