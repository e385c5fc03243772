package io.weir.engine.query;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.filter.FilterParser;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredicateTest {

  private static final Entity BIRD = Entity.builder("CA", "2010-05-01_17")
      .set("Species", "Mourning dove")
      .set("Name", "Zürich 😀")
      .set("Age", 30)
      .set("Cost", 1L << 40)
      .set("Height", 12.5)
      .set("Night", true)
      .set("Day", EdmDateTime.parse("2010-05-01T00:00:00Z"))
      .set("Id", new UUID(1, 2))
      .set("Raw", new byte[] {1, 2, 3})
      .set("_x", "underscore")
      .build()
      .withTimestamp(EdmDateTime.parse("2020-01-01T00:00:00Z").ticks());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Age gt 29 and Age lt 31L and Age eq 30.0",
        "Cost eq 1099511627776 and Cost gt 1",
        "Height gt 12 and Height lt 12.75",
        "Species eq 'Mourning dove' and Species ge 'Mourning' and Species lt 'Mourning e'",
        "Name gt 'Zürich' and Name lt 'Zürich \uFF5A'",
        "Night eq true and Night gt false",
        "Day lt datetime'2010-05-01T00:00:00.0000001Z'",
        "Id eq guid'00000000-0000-0001-0000-000000000002'",
        "Raw gt X'0102' and Raw lt X'80'",
        "Timestamp eq datetime'2020-01-01T00:00:00Z'",
        "PartitionKey ge 'C' and PartitionKey lt 'CB' and RowKey gt '2010'",
        "_x eq 'underscore' and not Absent eq 1 and not Absent ne 1",
        "Age eq 31 or Age eq 30",
        "startswith(Species,'Mour') and endswith(Species,'dove') and contains(Species,'ning d')",
        "startswith(tolower(Name),'zü') and endswith(Name,'😀') and contains(Name,'ch 😀')",
        "tolower(Species) eq 'mourning dove' and tolower(Species) lt 'mourning e'",
        "length(Name) eq 9 and length(Species) gt 12.5 and length(RowKey) eq 13L",
        "startswith(PartitionKey,'C') and endswith(RowKey,'_17') and contains(tolower(RowKey),'-05-')",
        "not contains(Age,'3') and not startswith(Absent,'') and not length(Raw) ge 0",
        "true"
      })
  void aMatchingFilterIsTrue(String filter) {
    assertThat(test(filter)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Age eq '30'",
        "Age ne '30'",
        "Absent ne 1",
        "age eq 30",
        "Ag eq 30",
        "PartitionKey eq 1",
        "RowKey ne 1",
        "Timestamp ne 'x'",
        "Id eq 'a455c89d-dab2-4fe1-b6b6-0d8e5a1b2c3d'",
        "Height eq NaN",
        "startswith(Age,'') or endswith(Absent,'') or contains(Timestamp,'')",
        "length(Species) eq '13' or tolower(Species) ne 13 or length(Timestamp) gt 0",
        "startswith(tolower(Species),'M') or contains(Species,'mourning')",
        "false"
      })
  void everyComparisonOfDifferentTypesIsFalse(String filter) {
    assertThat(test(filter)).isFalse();
  }

  @Test
  void everyPropertyOfALongFilterIsEvaluated() {
    var some = IntStream.range(0, 1998).mapToObj(i -> "P" + i + " eq 1").collect(joining(" or "));

    assertThat(test("Species eq 'Mourning dove' and (" + some + " or Raw eq X'010203')"))
        .isTrue();
    assertThat(test("Species eq 'Mourning dove' and (" + some + ")")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Age gt 29",
        "Species eq 'x' or Cost gt 5 or Height gt 1000.0 or Id lt guid'00000000-0000-0000-0000-000000000002'",
        "PartitionKey eq 'CB' or RowKey gt '3' or Timestamp lt datetime'2000-01-01T00:00:00Z' or Raw eq X'00'",
        "contains(Species,'x') or startswith(tolower(Name),'z') and endswith(Name,'x') or length(Species) eq 1",
        "tolower(PartitionKey) eq 'x' or contains(tolower(RowKey),'x') or length(RowKey) gt 99.5",
        "not (Night eq true and Day gt datetime'2000-01-01T00:00:00Z' and Name ge 'Z')"
      })
  void evaluationAllocatesNoObjects(String filter) {
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    var predicate = Predicate.of(FilterParser.parse(filter));
    evaluate(predicate, 1_000);

    var before = threads.getCurrentThreadAllocatedBytes();
    evaluate(predicate, 10_000);

    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
  }

  private static boolean test(String filter) {
    return evaluate(Predicate.of(FilterParser.parse(filter)), 1) == 1;
  }

  private static int evaluate(Predicate predicate, int times) {
    var bytes = BIRD.encoded();
    var storedAt = 4 + BIRD.keyLengthBytes();
    var matches = 0;
    for (var i = 0; i < times; i++) {
      matches +=
          predicate.test(bytes, 4, BIRD.keyLengthBytes(), bytes, storedAt, bytes.length - storedAt)
              ? 1
              : 0;
    }
    return matches;
  }
}
