package io.weir.engine.feed;

import io.weir.api.FeedGroups;
import io.weir.api.FeedScope;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.query.EncodedRange;
import io.weir.engine.query.Planner;
import io.weir.engine.query.Predicate;
import io.weir.engine.query.QueryPlan;
import io.weir.engine.record.BeforeImage;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a feed reports: partition groups, ranges of keys, and a condition on the entity. Belongs to
 * one thread at a time.
 */
final class FeedFilter {

  private static final byte[] NO_KEY = {};

  private final FeedGroups groups;
  private final List<EncodedRange> ranges;
  private final @Nullable Predicate condition;

  FeedFilter(FeedScope scope) {
    QueryPlan plan = Planner.plan(scope.filter());
    this.groups = scope.groups();
    this.ranges = plan.ranges();
    this.condition = plan.predicate().orElse(null);
  }

  /** Whether changes of a partition group are reported. */
  boolean passesGroup(int group) {
    return groups.includes(group);
  }

  /** Whether an entity satisfies the filter. */
  boolean passes(byte[] treeKey, byte[] stored) {
    return passesKey(treeKey)
        && (condition == null
            || condition.test(
                treeKey,
                TreeKeys.TABLE_BYTES,
                treeKey.length - TreeKeys.TABLE_BYTES,
                stored,
                0,
                stored.length));
  }

  /**
   * Whether the form that a change replaces satisfies the filter, or may have, because it was left
   * out.
   */
  boolean mayHavePassed(byte[] treeKey, BeforeImage before) {
    var stored = before.stored();
    return stored == null
        ? before == BeforeImage.LEFT_OUT && passesKey(treeKey)
        : passes(treeKey, stored);
  }

  /** Receives a range of encoded entity keys. */
  @FunctionalInterface
  interface RangeSink {
    void range(byte[] from, byte[] to);
  }

  /** Passes on the parts of a range in which entities can satisfy the filter. */
  void clip(byte[] from, byte[] to, RangeSink sink) {
    for (var range : ranges) {
      var lower = Arrays.compareUnsigned(from, range.lower()) < 0 ? range.lower() : from;
      var upper = Arrays.compareUnsigned(to, range.upper()) < 0 ? to : range.upper();
      if (Arrays.compareUnsigned(lower, upper) < 0) {
        sink.range(lower, upper);
      }
    }
  }

  /**
   * Returns the first encoded key that can satisfy the filter; equal to {@link #end} if none can.
   */
  byte[] begin() {
    return ranges.isEmpty() ? NO_KEY : ranges.get(0).lower();
  }

  /** Returns the encoded key before which all lie that can satisfy the filter. */
  byte[] end() {
    return ranges.isEmpty() ? NO_KEY : ranges.get(ranges.size() - 1).upper();
  }

  /** Whether an entity of this key can satisfy the filter. */
  boolean passesKey(byte[] treeKey) {
    var low = 0;
    var high = ranges.size();
    while (low < high) { // the first range that ends after the key
      var middle = (low + high) >>> 1;
      var upper = ranges.get(middle).upper();
      if (Arrays.compareUnsigned(
              treeKey, TreeKeys.TABLE_BYTES, treeKey.length, upper, 0, upper.length)
          < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < ranges.size()
        && ranges
            .get(low)
            .contains(treeKey, TreeKeys.TABLE_BYTES, treeKey.length - TreeKeys.TABLE_BYTES);
  }
}
