package io.weir.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.weir.api.Query;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexState;
import io.weir.api.index.SortProperty;
import io.weir.engine.index.TableIndex;
import io.weir.engine.query.Planner;
import io.weir.engine.query.QueryPlan;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IndexPlannerTest {

  private static final SortProperty A = SortProperty.ascending("A");
  private static final SortProperty B = SortProperty.ascending("B");
  private static final SortProperty C = SortProperty.ascending("C");

  private static final IndexDefinition BY_A = IndexDefinition.of("byA", "A");
  private static final IndexDefinition BY_AB = IndexDefinition.of("byAB", "A", "B");

  // ---- ranges, as encoded bytes

  @Test
  void comparisonsBecomeRangesOfEncodedValues() {
    var one = "20bff0000000000000";
    assertThat(ranges(BY_A, "A eq 1")).isEqualTo("lookup [%s,20bff0000000000001)".formatted(one));
    assertThat(ranges(BY_A, "A gt 1")).isEqualTo("range [20bff0000000000001,20fff8000000000000)");
    assertThat(ranges(BY_A, "A ge 1")).isEqualTo("range [%s,20fff8000000000000)".formatted(one));
    assertThat(ranges(BY_A, "A lt 1")).isEqualTo("range [20,%s)".formatted(one));
    assertThat(ranges(BY_A, "A le 1")).isEqualTo("range [20,20bff0000000000001)");
    assertThat(ranges(BY_A, "A ne 1")).isEqualTo("range [20,21)");
    assertThat(ranges(BY_A, "A eq 'x'")).isEqualTo("lookup [507800,507801)");
    assertThat(ranges(BY_A, "A ge 'x' and A lt 'y'")).isEqualTo("range [507800,507900)");
  }

  @Test
  void aDescendingPropertyHasItsBoundsSwapped() {
    var down = IndexDefinition.of("down", List.of(A.reversed()));

    assertThat(ranges(down, "A eq 'x'")).isEqualTo("lookup [af87ff,af88)");
    assertThat(ranges(down, "A ge 'x' and A lt 'y'")).isEqualTo("range [af87,af88)");
    assertThat(ranges(down, "A le 'x'")).isEqualTo("range [af87ff,b0)");
  }

  @Test
  void alternativesOfAPropertyBecomeSeveralRanges() {
    assertThat(ranges(BY_A, "A eq true or A eq 'x' or A eq true"))
        .isEqualTo("lookup [1001,1002) [507800,507801)");
    assertThat(ranges(BY_A, "(A eq 'x' or A eq 'y') and A gt 'x'"))
        .isEqualTo("lookup [507900,507901)");
    assertThat(ranges(BY_A, "A eq 'x' and A eq 'y'")).isEqualTo("lookup");
  }

  @Test
  void equalitiesLeadToTheNextPropertyAndARangeEndsThem() {
    assertThat(ranges(BY_AB, "A eq true and B eq 'x'")).isEqualTo("lookup [1001507800,1001507801)");
    assertThat(ranges(BY_AB, "A eq true and B ge 'x' and B lt 'y'"))
        .isEqualTo("range [1001507800,1001507900)");
    assertThat(ranges(BY_AB, "A ge 'x' and B eq 'x'")).isEqualTo("range [507800,51)");
    assertThat(ranges(BY_AB, "(A eq true or A eq false) and (B eq true or B eq false)"))
        .isEqualTo(
            "lookup [10001000,10001001) [10001001,10001002) [10011000,10011001) [10011001,10011002)");
  }

  @Test
  void moreRangesThanTheLimitLeaveTheNextPropertyUnbounded() {
    assertThat(accesses(BY_AB, alternatives("A", 32) + " and " + alternatives("B", 32)))
        .singleElement()
        .satisfies(access -> assertThat(access.ranges()).hasSize(1_024))
        .satisfies(access -> assertThat(access.isLookup()).isTrue());
    assertThat(accesses(BY_AB, alternatives("A", 32) + " and " + alternatives("B", 33)))
        .singleElement()
        .satisfies(access -> assertThat(access.ranges()).hasSize(32))
        .satisfies(access -> assertThat(access.isLookup()).isFalse());
  }

  @Test
  void conditionsThatAbsentPropertiesSatisfyBoundNothing() {
    assertThat(accesses(BY_A, "not (A gt 1)")).isEmpty();
    assertThat(accesses(BY_A, "A gt 1 or B gt 1")).isEmpty();
    assertThat(accesses(BY_A, "not (A gt 1)")).isEmpty();
  }

  // ---- coverage

  @Test
  void aSparseIndexNeedsAComparisonOfEachProperty() {
    var sparse = BY_AB.sparsely();

    assertThat(accesses(sparse, "A eq 1")).isEmpty();
    assertThat(accesses(sparse, "A eq 1 and B ne 2")).hasSize(1);
    assertThat(accesses(IndexDefinition.of("keyed", "A", "RowKey").sparsely(), "A eq 1"))
        .hasSize(1);
    assertThat(accesses(BY_AB, "A eq 1")).as("not sparse").hasSize(1);
  }

  @Test
  void aPartialIndexNeedsAFilterThatImpliesItsOwn() {
    var partial = BY_A.where("Kind eq 'Owl' and A gt 5");

    assertThat(accesses(partial, "A gt 7")).isEmpty();
    assertThat(accesses(partial, "Kind eq 'Owl' and A gt 4")).isEmpty();
    assertThat(accesses(partial, "Kind eq 'Owl' and A gt 7")).hasSize(1);
    assertThat(accesses(partial, "A eq 9 and Kind eq 'Owl' and B eq 1")).hasSize(1);
  }

  @Test
  void anIndexThatIsStillFilledIsNotUsed() {
    var filling = new TableIndex(-1, BY_A, IndexState.BACKFILLING);

    assertThat(
            IndexPlanner.candidates(FilterParser.parse("A eq 1"), List.of(filling), IndexHint.AUTO))
        .isEmpty();
  }

  // ---- order

  @Test
  void anIndexGivesItsOrderAndTheReverse() {
    var mixed = IndexDefinition.of("mixed", List.of(A, B.reversed()));

    assertThat(ordered(mixed, "true", A)).isEqualTo("mixed");
    assertThat(ordered(mixed, "true", A, B.reversed())).isEqualTo("mixed");
    assertThat(ordered(mixed, "true", A.reversed(), B)).isEqualTo("mixed backwards");
    assertThat(ordered(mixed, "true", A, B)).startsWith("refused");
    assertThat(ordered(mixed, "true", B.reversed())).startsWith("refused");
  }

  @Test
  void aPropertyOfOneValueMayStandAnywhere() {
    var both = BY_AB;

    assertThat(ordered(both, "A eq 1", B)).isEqualTo("byAB");
    assertThat(ordered(both, "A eq 1", B.reversed())).isEqualTo("byAB backwards");
    assertThat(ordered(both, "A eq 1", A.reversed(), B)).isEqualTo("byAB");
    assertThat(ordered(both, "C eq 1", C, A, B)).isEqualTo("byAB");
    assertThat(ordered(both, "C eq 1", A, C.reversed(), B)).isEqualTo("byAB");
    assertThat(ordered(both, "A eq 1 or A eq 2", B)).startsWith("refused");
    assertThat(ordered(both, "A eq 9007199254740993L", B)).startsWith("refused");
  }

  @Test
  void aSparseIndexGivesAnOrderOnlyWhenTheFilterNeedsItsProperties() {
    assertThat(ordered(BY_A.sparsely(), "true", A))
        .isEqualTo(
            "refused orderBy=A needs=index properties=A and=notSparse or=filterThatComparesEachProperty");
    assertThat(ordered(BY_A.sparsely(), "A ne 'x'", A)).isEqualTo("byA");
    assertThat(ordered(BY_A, "true", A)).isEqualTo("byA");
    assertThat(ordered(BY_AB.sparsely(), "A gt 1", A.reversed(), B.reversed()))
        .startsWith("refused orderBy=A:desc,B:desc needs=index properties=A:desc,B:desc");
  }

  // ---- choice

  @Test
  void anIndexIsChosenWhenItHoldsFewerThanAQuarterOfTheEntities() {
    assertThat(choose("A eq 1", 25, 100)).isEmpty();
    assertThat(choose("A eq 1", 24, 100)).containsExactly("byA");
    assertThat(choose("A eq 1", AccessChoice.MAX_COLLECTED, Long.MAX_VALUE)).containsExactly("byA");
    assertThat(choose("A eq 1", AccessChoice.MAX_COLLECTED + 1, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void anIndexIsChosenForAPartitionWithManyEntities() {
    var few = AccessChoice.FEW_ENTITIES;
    assertThat(choose("PartitionKey eq 'p' and A eq 1", 2, few)).isEmpty();
    assertThat(choose("PartitionKey eq 'p' and A eq 1", 2, few + 1)).containsExactly("byA");
    assertThat(choose("PartitionKey eq 'p' and RowKey gt 'r' and A eq 1", 2, few + 1))
        .containsExactly("byA");
    assertThat(choose("PartitionKey eq 'p' and A eq 1", few / 4 + 1, few + 1)).isEmpty();
    assertThat(choose("PartitionKey gt 'p' and A eq 1", 0, 1)).containsExactly("byA");
  }

  @Test
  void singleKeysWin() {
    assertThat(choose("PartitionKey eq 'p' and RowKey eq 'r' and A eq 1", 0, Long.MAX_VALUE))
        .isEmpty();
    assertThat(choose(
            "PartitionKey eq 'p' and (RowKey eq 'r' or RowKey eq 's') and A eq 1",
            0,
            Long.MAX_VALUE))
        .isEmpty();
  }

  @Test
  void aDisjunctionIsAUnionWhenEveryAlternativeHasAnIndex() {
    assertThat(choose("A eq 1 or B eq 2", 10, 1_000)).containsExactly("byA", "byB");
    assertThat(choose("A eq 1 or C eq 2", 10, 1_000)).isEmpty();
  }

  @Test
  void aForcedIndexIsUsedWhateverItCostsAndAForbiddenOneNever() {
    assertThat(choose(hinted("A eq 1", IndexHint.force(new IndexName("byA"))), 500, 1))
        .containsExactly("byA");
    assertThat(choose(hinted("A eq 1", IndexHint.NONE), 0, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void aForcedIndexThatCannotAnswerIsRefusedWithTheReason() {
    assertThat(refusal("A eq 1", "absent", 1)).endsWith("index=absent reason=absent");
    assertThat(refusal("B eq 1", "byA", 1)).endsWith("index=byA reason=notServedByFilter");
    assertThat(refusal("C eq 1", "filling", 1)).endsWith("index=filling reason=backfilling");
    assertThat(refusal("A eq 1", "byA", AccessChoice.MAX_COLLECTED + 1))
        .endsWith("index=byA reason=tooManyEntries limit=" + AccessChoice.MAX_COLLECTED);
  }

  // ---- steps

  private static List<IndexAccess> accesses(IndexDefinition definition, String filter) {
    return IndexPlanner.candidates(
        FilterParser.parse(filter), List.of(readable(-1, definition)), IndexHint.AUTO);
  }

  private static String ranges(IndexDefinition definition, String filter) {
    var access = accesses(definition, filter).get(0);
    var parts = new ArrayList<String>();
    parts.add(access.isLookup() ? "lookup" : "range");
    access.ranges().forEach(range -> {
      var upper = range.upperKey(access.index());
      parts.add("[" + HexFormat.of().formatHex(range.lower()) + ","
          + HexFormat.of().formatHex(upper, 4, upper.length) + ")");
    });
    return String.join(" ", parts);
  }

  private static String alternatives(String property, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> property + " eq " + i)
        .collect(Collectors.joining(" or ", "(", ")"));
  }

  private static String ordered(IndexDefinition definition, String filter, SortProperty... order) {
    try {
      var ordered = IndexPlanner.ordered(
          filter.equals("true") ? Filter.ALL : FilterParser.parse(filter),
          List.of(order),
          List.of(readable(-1, definition)),
          IndexHint.AUTO);
      return ordered.access().index().definition().name()
          + (ordered.backwards() ? " backwards" : "");
    } catch (InvalidRequestException e) {
      var message = e.getMessage();
      return "refused " + message.substring(message.indexOf("orderBy="));
    }
  }

  private static Query hinted(String filter, IndexHint hint) {
    return Query.ALL.where(filter).hint(hint);
  }

  private static String refusal(String filter, String index, long entries) {
    return catchThrowable(() ->
            choose(hinted(filter, IndexHint.force(new IndexName(index))), entries, Long.MAX_VALUE))
        .getMessage();
  }

  private static List<String> choose(String filter, long entries, long entities) {
    return choose(Query.ALL.where(filter), entries, entities);
  }

  private static List<String> choose(Query query, long entries, long entities) {
    var indexes = List.of(
        readable(-1, BY_A),
        readable(-2, IndexDefinition.of("byB", "B")),
        new TableIndex(-3, IndexDefinition.of("filling", "C"), IndexState.BACKFILLING));
    var counter = new AccessChoice.Counter() {
      @Override
      public long entries(IndexAccess access, long most) {
        return entries;
      }

      @Override
      public long entities(QueryPlan plan, long most) {
        return entities;
      }
    };
    return new AccessChoice(query, indexes, counter)
        .choose(Planner.plan(query.filter())).stream()
            .flatMap(List::stream)
            .map(access -> access.index().definition().name().value())
            .toList();
  }

  private static TableIndex readable(int id, IndexDefinition definition) {
    return new TableIndex(id, definition, IndexState.READABLE);
  }
}
