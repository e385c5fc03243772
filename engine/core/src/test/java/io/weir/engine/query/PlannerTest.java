package io.weir.engine.query;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccessPath;
import io.weir.api.entity.EntityKey;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.FilterPrinter;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlannerTest {

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          PartitionKey eq 'a' and RowKey eq '1' | POINT | 1
          RowKey eq '1' and PartitionKey eq 'a' | POINT | 1
          '1' eq RowKey and not(PartitionKey ne 'a') | POINT | 1
          PartitionKey eq 'a' and RowKey ge '1' and RowKey le '1' | POINT | 1
          PartitionKey eq 'a' and (RowKey eq '1' or RowKey eq '2' or RowKey eq '1') | MULTI_POINT | 2
          PartitionKey eq 'a' and RowKey eq '1' or PartitionKey eq 'b' and RowKey eq '2' | MULTI_POINT | 2
          (PartitionKey eq 'a' or PartitionKey eq 'b') and (RowKey eq '1' or RowKey eq '2') | MULTI_POINT | 4
          PartitionKey eq 'a' and RowKey ge 'S' and RowKey lt 'T' | ROW_RANGE | 1
          PartitionKey eq 'a' and RowKey ne '1' | ROW_RANGE | 2
          PartitionKey eq 'a' and (RowKey eq '1' or RowKey gt '2') | ROW_RANGE | 2
          PartitionKey eq 'a' and startswith(RowKey,'1') | ROW_RANGE | 1
          PartitionKey eq 'a' and not startswith(RowKey,'1') | ROW_RANGE | 2
          PartitionKey eq 'a' and (startswith(RowKey,'1') or startswith(RowKey,'12') or RowKey eq '1') | ROW_RANGE | 1
          PartitionKey eq 'a' and startswith(RowKey,'1') and startswith(RowKey,'12') | ROW_RANGE | 1
          PartitionKey eq 'a' and startswith(RowKey,'1') and RowKey eq '12' | POINT | 1
          startswith(PartitionKey,'a') and PartitionKey eq 'ab' | PARTITION_SCAN | 1
          startswith(PartitionKey,'a') | PARTITION_RANGE | 1
          not startswith(PartitionKey,'a') | PARTITION_RANGE | 2
          not (startswith(PartitionKey,'a') or startswith(PartitionKey,'b')) | PARTITION_RANGE | 2
          startswith(PartitionKey,'\uD83D') | PARTITION_RANGE | 1
          startswith(PartitionKey,'') | TABLE_SCAN | 1
          startswith(PartitionKey,'a') or not startswith(PartitionKey,'a') | TABLE_SCAN | 1
          startswith(PartitionKey,'a') and startswith(PartitionKey,'b') | NONE | 0
          startswith(PartitionKey,'a/') or PartitionKey eq 'a' and startswith(RowKey,'#') | NONE | 0
          startswith(Timestamp,'') or length(Timestamp) gt 0 | NONE | 0
          PartitionKey eq 'a' | PARTITION_SCAN | 1
          PartitionKey eq 'a' or PartitionKey eq 'b' | PARTITION_SCAN | 2
          PartitionKey eq 'a' or PartitionKey eq 'b' and RowKey eq '1' | PARTITION_SCAN | 2
          PartitionKey ge 'a' and PartitionKey le 'a' and RowKey ge '' | PARTITION_SCAN | 1
          PartitionKey ge 'a' and PartitionKey lt 'b' | PARTITION_RANGE | 1
          PartitionKey gt 'a' or PartitionKey lt 'a' | PARTITION_RANGE | 2
          PartitionKey gt '' | PARTITION_RANGE | 1
          PartitionKey ge '' | TABLE_SCAN | 1
          PartitionKey gt 'a' or PartitionKey le 'a' | TABLE_SCAN | 1
          not (PartitionKey gt 'a' and RowKey lt '' ) | TABLE_SCAN | 1
          true | TABLE_SCAN | 1
          PartitionKey eq 'a' and PartitionKey eq 'b' | NONE | 0
          PartitionKey eq 'a' and RowKey gt '2' and RowKey lt '1' | NONE | 0
          PartitionKey lt '' | NONE | 0
          Age gt 3 and not (RowKey ge '') | NONE | 0
          PartitionKey eq 1 | NONE | 0
          PartitionKey eq 'a/b' | NONE | 0
          PartitionKey eq 'a' and RowKey ge '#' and RowKey le '#' | NONE | 0
          Timestamp gt 'a' and Age eq 3 | NONE | 0
          false | NONE | 0
          """)
  void aFilterOnKeysUsesTheCheapestPathAndLeavesNoPredicate(
      String filter, AccessPath path, int ranges) {
    var plan = Planner.plan(FilterParser.parse(filter));

    assertThat(plan.path()).isEqualTo(path);
    assertThat(plan.ranges()).hasSize(ranges);
    assertThat(plan.isExact()).isTrue();
    assertThat(plan.predicate()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
          PartitionKey eq 'a' and RowKey eq '1' and Age gt 3 | POINT | Age gt 3
          PartitionKey eq 'a' and (RowKey eq '1' or Age gt 3) | PARTITION_SCAN | RowKey eq '1' or Age gt 3
          PartitionKey eq 'a' and not (RowKey eq '1' or Age gt 3) | ROW_RANGE | not Age gt 3
          PartitionKey eq 'a' and (PartitionKey eq 'b' or Age gt 3) | PARTITION_SCAN | Age gt 3
          PartitionKey eq 'a' and Age gt 3 or PartitionKey eq 'b' | PARTITION_SCAN | PartitionKey eq 'a' and Age gt 3 or PartitionKey eq 'b'
          PartitionKey ge 'a' and RowKey eq '1' | PARTITION_RANGE | RowKey eq '1'
          PartitionKey ge 'a' and RowKey eq '1' and Age gt 3 | PARTITION_RANGE | RowKey eq '1' and Age gt 3
          startswith(PartitionKey,'a') and startswith(RowKey,'1') | PARTITION_RANGE | startswith(RowKey,'1')
          not (startswith(PartitionKey,'a') or startswith(RowKey,'1')) | PARTITION_RANGE | not startswith(RowKey,'1')
          PartitionKey eq 'a' and endswith(RowKey,'1') | PARTITION_SCAN | endswith(RowKey,'1')
          PartitionKey eq 'a' and startswith(tolower(RowKey),'b') | PARTITION_SCAN | startswith(tolower(RowKey),'b')
          PartitionKey eq 'a' and not contains(RowKey,'1') and startswith(RowKey,'2') | ROW_RANGE | not contains(RowKey,'1')
          PartitionKey eq 'a' and startswith(Name,'b') | PARTITION_SCAN | startswith(Name,'b')
          tolower(PartitionKey) eq 'a' and length(RowKey) eq 1 | TABLE_SCAN | tolower(PartitionKey) eq 'a' and length(RowKey) eq 1
          RowKey eq '1' | TABLE_SCAN | RowKey eq '1'
          Age gt 3 | TABLE_SCAN | Age gt 3
          not (Age gt 3) | TABLE_SCAN | not Age gt 3
          Timestamp ge datetime'2020-01-01T00:00:00Z' | TABLE_SCAN | Timestamp ge datetime'2020-01-01T00:00:00Z'
          """)
  void conditionsThatTheRangesDoNotCoverBecomeThePredicate(
      String filter, AccessPath path, String residual) {
    var plan = Planner.plan(FilterParser.parse(filter));

    assertThat(plan.path()).isEqualTo(path);
    assertThat(FilterPrinter.print(plan.residual())).isEqualTo(residual);
    assertThat(plan.predicate()).isPresent();
  }

  @Test
  void aPointBeginsWithItsKey() {
    var plan = Planner.plan(FilterParser.parse("PartitionKey eq 'é' and RowKey eq ''"));

    var point = plan.ranges().get(0);
    assertThat(point.isPoint()).isTrue();
    assertThat(point.lower()).isEqualTo(new EntityKey("é", "").encoded());
    assertThat(point.partitionKey()).isEqualTo("é");
  }

  @Test
  void aPrefixIsReadFromItsTextToTheNextOneOfItsLength() {
    var plan = Planner.plan(FilterParser.parse("PartitionKey eq 'p' and startswith(RowKey,'ab')"));

    assertThat(plan.ranges())
        .isEqualTo(Planner.plan(
                FilterParser.parse("PartitionKey eq 'p' and RowKey ge 'ab' and RowKey lt 'ac'"))
            .ranges());
  }

  @Test
  void aPrefixOfTheLastCharacterHasNoEndWithinThePartition() {
    var plan = Planner.plan(
        FilterParser.parse("PartitionKey eq 'p' and startswith(RowKey,'\uFFFF\uFFFF')"));

    assertThat(plan.ranges())
        .isEqualTo(
            Planner.plan(FilterParser.parse("PartitionKey eq 'p' and RowKey ge '\uFFFF\uFFFF'"))
                .ranges());
  }

  @ParameterizedTest
  @ValueSource(strings = {"PartitionKey gt 'a'", "PartitionKey ne 'a'", "RowKey eq 'a'", "true"})
  void aRangeOverSeveralPartitionsNamesNoPartition(String filter) {
    var plan = Planner.plan(FilterParser.parse(filter));

    assertThat(plan.ranges())
        .allSatisfy(range -> assertThat(range.partitionKey()).isNull());
  }

  /**
   * The condition on rows holds in all of these partitions alike. They are not read as one run
   * beyond the last row of the last one.
   */
  @ParameterizedTest
  @ValueSource(strings = {"true", "RowKey lt '3'", "startswith(RowKey,'1')", "not (RowKey ge '3')"})
  void aRunOfPartitionsEndsAtTheRowOfAConjunct(String rows) {
    var plan = Planner.plan(
        FilterParser.parse("(PartitionKey gt 'b' or PartitionKey eq 'b' and RowKey ge '1')"
            + " and (PartitionKey lt 'd' or PartitionKey eq 'd' and RowKey le '5') and " + rows));

    for (var outside : List.of(new EntityKey("b", "0"), new EntityKey("d", "6"))) {
      var key = outside.encoded();
      assertThat(plan.ranges()).noneMatch(range -> range.contains(key, 0, key.length));
    }
    var inside = new EntityKey("c", "1").encoded();
    assertThat(plan.ranges()).anyMatch(range -> range.contains(inside, 0, inside.length));
  }

  @Test
  void aListOfAsManyKeysAsAFilterMayHoldBecomesPointReads() {
    var rows =
        IntStream.range(0, 1999).mapToObj(i -> "RowKey eq '" + i + "'").collect(joining(" or "));

    var plan = Planner.plan(FilterParser.parse("PartitionKey eq 'a' and (" + rows + ")"));

    assertThat(plan.path()).isEqualTo(AccessPath.MULTI_POINT);
    assertThat(plan.ranges()).hasSize(1999);
  }

  @Test
  void manyKeysInManyPartitionsBecomeOneRowRangeInEach() {
    var partitions = IntStream.range(0, 900)
        .mapToObj(i -> "PartitionKey eq '" + i + "'")
        .collect(joining(" or "));
    var rows =
        IntStream.range(0, 900).mapToObj(i -> "RowKey eq '" + i + "'").collect(joining(" or "));

    var plan = Planner.plan(FilterParser.parse("(" + partitions + ") and (" + rows + ")"));

    assertThat(plan.path()).isEqualTo(AccessPath.ROW_RANGE);
    assertThat(plan.ranges()).hasSize(900);
    assertThat(plan.residual()).isEqualTo(FilterParser.parse(rows));
  }

  @Test
  void aConjunctionOfManyAlternativesStaysWithinTheLimit() {
    var alternatives = IntStream.range(0, 1000)
        .mapToObj(i -> "(PartitionKey ne '" + i + "' or RowKey ne '" + (7919 * i % 1000) + "')")
        .collect(joining(" and "));

    var plan = Planner.plan(FilterParser.parse(alternatives));

    assertThat(plan.ranges()).hasSizeLessThanOrEqualTo(Planner.MAX_RANGES);
  }

  @Test
  void anUnbalancedStaircaseOfKeysStaysWithinTheLimit() {
    var stairs = IntStream.range(1000, 2000)
        .mapToObj(i -> "(PartitionKey lt '" + i + "' or RowKey ne '" + i + "')")
        .collect(joining(" and "));

    var plan = Planner.plan(FilterParser.parse(stairs));

    assertThat(plan.path()).isEqualTo(AccessPath.TABLE_SCAN);
    assertThat(plan.isExact()).isFalse();
  }

  @Test
  void theLargestNumberOfRangesOfAFilterIsWithinTheLimit() {
    var holes = IntStream.range(0, 1999)
        .mapToObj(i -> "PartitionKey ne '" + i + "'")
        .collect(joining(" and "));

    var plan = Planner.plan(FilterParser.parse("RowKey ge 'm' or " + holes));

    assertThat(plan.ranges()).hasSize(3999);
    assertThat(plan.residual()).isEqualTo(Filter.ALL);
  }
}
