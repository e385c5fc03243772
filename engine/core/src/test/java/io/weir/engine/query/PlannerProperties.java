package io.weir.engine.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PlannerProperties {

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aPlanReturnsExactlyTheEntitiesThatTheFilterMatches(
      @ForAll("filters") Filter filter, @ForAll("manyEntities") List<Entity> entities) {
    var plan = Planner.plan(filter);

    for (var entity : entities) {
      assertThat(answers(plan, entity))
          .as("%s by %s", entity, plan)
          .isEqualTo(FilterReference.matches(filter, entity));
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aPlanIsRightForEveryKeyOfASmallSet(@ForAll("keyFilters") Filter filter) {
    var plan = Planner.plan(filter);

    for (var partitionKey : Filters.KEYS) {
      for (var rowKey : Filters.KEYS) {
        var entity = Entity.builder(partitionKey, rowKey).build();
        assertThat(answers(plan, entity))
            .as("%s by %s", entity.key(), plan)
            .isEqualTo(FilterReference.matches(filter, entity));
      }
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void rangesAreDisjointAndAscending(@ForAll("filters") Filter filter) {
    byte[] end = {};

    for (var range : Planner.plan(filter).ranges()) {
      assertThat(Arrays.compareUnsigned(end, range.lower())).isNotPositive();
      assertThat(Arrays.compareUnsigned(range.lower(), range.upper())).isNegative();
      end = range.upper();
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aRangeOfAPartitionContainsKeysOfThatPartitionOnly(
      @ForAll("filters") Filter filter, @ForAll("keys") EntityKey key) {
    for (var range : Planner.plan(filter).ranges()) {
      if (range.partitionKey() != null && contains(range, key)) {
        assertThat(key.partitionKey()).isEqualTo(range.partitionKey());
      }
      if (range.isPoint() && contains(range, key)) {
        assertThat(key.encoded()).isEqualTo(range.lower());
      }
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void anExactPlanOfKeysReadsOnlyMatchingKeys(
      @ForAll("keyFilters") Filter filter, @ForAll("keys") EntityKey key) {
    var plan = Planner.plan(filter);

    if (plan.isExact()) {
      assertThat(plan.ranges().stream().anyMatch(range -> contains(range, key)))
          .isEqualTo(FilterReference.matches(
              filter, Entity.builder(key.partitionKey(), key.rowKey()).build()));
    }
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void theAccessPathIsThatOfTheMostExpensiveRange(@ForAll("filters") Filter filter) {
    var plan = Planner.plan(filter);

    assertThat(plan.ranges().isEmpty()).isEqualTo(plan.path() == AccessPath.NONE);
    assertThat(plan.ranges())
        .allSatisfy(range -> assertThat(range.path()).isLessThanOrEqualTo(plan.path()));
    assertThat(plan.path() == AccessPath.TABLE_SCAN)
        .isEqualTo(
            plan.ranges().size() == 1 && plan.ranges().get(0).path() == AccessPath.TABLE_SCAN);
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void aResumedPlanContainsExactlyTheKeysAfterItsPosition(
      @ForAll("filters") Filter filter,
      @ForAll("keys") EntityKey place,
      @ForAll boolean inclusive,
      @ForAll Direction direction,
      @ForAll("keys") EntityKey key) {
    var whole = Planner.plan(filter);

    var rest = whole.resumedAt(new Continuation(place, inclusive, direction));

    var order = direction == Direction.DESCENDING ? place.compareTo(key) : key.compareTo(place);
    var isAhead = order > 0 || order == 0 && inclusive;
    assertThat(rest.ranges().stream().anyMatch(range -> contains(range, key)))
        .isEqualTo(isAhead && whole.ranges().stream().anyMatch(range -> contains(range, key)));
  }

  private static boolean answers(QueryPlan plan, Entity entity) {
    var bytes = entity.encoded();
    var storedAt = 4 + entity.keyLengthBytes();
    return plan.ranges().stream().anyMatch(range -> contains(range, entity.key()))
        && plan.predicate()
            .map(residual -> residual.test(
                bytes, 4, entity.keyLengthBytes(), bytes, storedAt, bytes.length - storedAt))
            .orElse(true);
  }

  private static boolean contains(EncodedRange range, EntityKey key) {
    var bytes = key.encoded();
    return range.contains(bytes, 0, bytes.length);
  }

  @Provide
  Arbitrary<Filter> filters() {
    return Filters.any();
  }

  @Provide
  Arbitrary<Filter> keyFilters() {
    return Filters.ofKeys();
  }

  @Provide
  Arbitrary<List<Entity>> manyEntities() {
    return Filters.entities().list().ofSize(20);
  }

  @Provide
  Arbitrary<EntityKey> keys() {
    return Filters.keys();
  }
}
