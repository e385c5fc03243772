package io.weir.engine.scan;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.QueryPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A key range that a scan reads in one pass, from one partition group or merged from all.
 * Immutable; any thread.
 *
 * <p>A scan in key order reads each range of the plan once. A scan without order reads group after
 * group, and in each group all ranges of the plan. The group of the last key then tells which
 * groups are finished, and a continuation needs only that key.
 *
 * @param group the partition group; negative for all groups
 */
record ScanRange(EncodedRange range, int group) {

  private static final int ALL_GROUPS = -1;

  boolean isOfAllGroups() {
    return group == ALL_GROUPS;
  }

  /**
   * Returns the ranges of a query from its continuation on, in the order in which the scan reads
   * them.
   */
  static List<ScanRange> of(PartitionGroups groups, int tableId, QueryPlan plan, Query query) {
    if (query.direction() == Direction.UNORDERED) {
      return groupByGroup(groups, tableId, plan, query.from());
    }
    var scanRanges = new ArrayList<ScanRange>();
    for (var range : plan.resumedAt(query.from()).ranges()) {
      scanRanges.add(
          new ScanRange(range, isSpread(range) ? ALL_GROUPS : groupOf(range, groups, tableId)));
    }
    if (query.direction() == Direction.DESCENDING) {
      Collections.reverse(scanRanges);
    }
    return scanRanges;
  }

  private static List<ScanRange> groupByGroup(
      PartitionGroups groups, int tableId, QueryPlan plan, @Nullable Continuation from) {
    var first =
        from == null ? 0 : groups.ofTreeKey(TreeKeys.of(tableId, from.key().encoded()));
    var scanRanges = new ArrayList<ScanRange>();
    for (var range : plan.resumedAt(from).ranges()) {
      groupsOf(range, groups, tableId)
          .filter(group -> group == first)
          .forEach(group -> scanRanges.add(new ScanRange(range, group)));
    }
    for (var range : plan.ranges()) {
      groupsOf(range, groups, tableId)
          .filter(group -> group > first)
          .forEach(group -> scanRanges.add(new ScanRange(range, group)));
    }
    scanRanges.sort(
        Comparator.comparingInt(ScanRange::group)); // stable: the ranges of a group stay ascending
    return scanRanges;
  }

  private static IntStream groupsOf(EncodedRange range, PartitionGroups groups, int tableId) {
    return isSpread(range)
        ? IntStream.range(0, groups.count())
        : IntStream.of(groupOf(range, groups, tableId));
  }

  private static boolean isSpread(EncodedRange range) {
    return range.partitionKey() == null;
  }

  private static int groupOf(EncodedRange range, PartitionGroups groups, int tableId) {
    return groups.ofTreeKey(TreeKeys.of(tableId, range.lower()));
  }
}
