package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmType;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import java.util.List;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases for filters: a filter selects the entities of the answer. */
public interface FilterContract extends Door {

  @ParameterizedTest
  @EnumSource
  default void everyOperatorComparesEveryValueOfTheType(EdmType type) {
    var values = Samples.ascending(type);
    var strikes = Table.in(this);
    strikes.load(IntStream.range(0, values.size())
        .mapToObj(i -> entity("TX", number(i)).set("Value", values.get(i))));

    midScenario();

    for (var i = 0; i < values.size(); i++) {
      for (var operator : Operator.values()) {
        var literal = i;
        assertThat(rows(strikes, new Filter.Comparison("Value", operator, values.get(i))))
            .as("%s %s", operator.symbol(), values.get(i))
            .isEqualTo(IntStream.range(0, values.size())
                .filter(stored -> operator.holds(Integer.compare(stored, literal)))
                .mapToObj(Entities::number)
                .toList());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  default void noOperatorHoldsBetweenTheTypeAndAnother(EdmType type) {
    var strikes = Table.in(this);
    strikes.load(
        Stream.of(entity("TX", "1").set("Value", Samples.ascending(type).get(1))));

    midScenario();

    for (var other : EdmType.values()) {
      if (other == type || isNumber(other) && isNumber(type)) {
        continue;
      }
      for (var operator : Operator.values()) {
        var comparison =
            new Filter.Comparison("Value", operator, Samples.ascending(other).get(1));
        assertThat(rows(strikes, comparison)).as("%s", comparison).isEmpty();
      }
    }
  }

  @Test
  default void numbersOfAllTypesCompareByValue() {
    var strikes = table(
        entity("TX", "int").set("Value", 3),
        entity("TX", "long").set("Value", 3L),
        entity("TX", "real").set("Value", 3.0));

    midScenario();

    for (var three : List.of("3", "3L", "3.0")) {
      assertThat(rows(strikes, "Value eq " + three)).containsExactly("int", "long", "real");
      assertThat(rows(strikes, "Value ne " + three)).isEmpty();
      assertThat(rows(strikes, "Value ge " + three)).hasSize(3);
    }
    assertThat(rows(strikes, "Value lt 3.5")).hasSize(3);
    assertThat(rows(strikes, "Value gt 4294967296")).isEmpty();
    assertThat(rows(strikes, "Value lt 4294967296L")).hasSize(3);
  }

  @Test
  default void notANumberIsUnequalToEverything() {
    var strikes =
        table(entity("TX", "nan").set("Value", Double.NaN), entity("TX", "one").set("Value", 1.0));

    midScenario();

    assertThat(rows(strikes, "Value ne 1.0")).containsExactly("nan");
    assertThat(rows(strikes, "Value eq NaN")).isEmpty();
    assertThat(rows(strikes, "Value ne NaN")).containsExactly("nan", "one");
    assertThat(rows(strikes, "Value le 1.0 or Value gt 1.0")).containsExactly("one");
    assertThat(rows(strikes, "not (Value le 1.0)")).containsExactly("nan");
  }

  @Test
  default void minusZeroEqualsZero() {
    var strikes =
        table(entity("TX", "minus").set("Value", -0.0), entity("TX", "plus").set("Value", 0.0));

    midScenario();

    assertThat(rows(strikes, "Value eq 0.0")).containsExactly("minus", "plus");
    assertThat(rows(strikes, "Value lt 0.0")).isEmpty();
    assertThat(rows(strikes, "Value eq 0")).hasSize(2);
  }

  @Test
  default void aPropertyAloneHoldsForTheBooleanTrue() {
    var strikes = table(
        entity("TX", "absent").set("Cost", 1),
        entity("TX", "false").set("Damaged", false),
        entity("TX", "number").set("Damaged", 1),
        entity("TX", "text").set("Damaged", "true"),
        entity("TX", "true").set("Damaged", true));

    midScenario();

    assertThat(rows(strikes, "Damaged")).containsExactly("true");
    assertThat(rows(strikes, "not Damaged")).containsExactly("absent", "false", "number", "text");
    assertThat(rows(strikes, "(Damaged) or Cost eq 1")).containsExactly("absent", "true");
    assertThat(rows(strikes, "not Damaged and Cost gt 1")).isEmpty();
    assertThat(rows(strikes, "Timestamp gt datetime'2000-01-02' and Damaged"))
        .containsExactly("true");
  }

  @Test
  default void noOperatorHoldsForAnAbsentProperty() {
    var strikes = table(entity("TX", "1").set("Species", "Killdeer"));

    midScenario();

    for (var operator : Operator.values()) {
      assertThat(rows(strikes, "Height " + operator.symbol() + " 1"))
          .as(operator.symbol())
          .isEmpty();
      assertThat(rows(strikes, "species " + operator.symbol() + " 'Killdeer'")).isEmpty();
    }
  }

  @Test
  default void theNegationOfAComparisonOfDifferentTypesHolds() {
    var strikes = table(
        entity("TX", "1").set("Height", "high"),
        entity("TX", "2"),
        entity("TX", "3").set("Height", 1));

    midScenario();

    assertThat(rows(strikes, "not (Height eq 1)")).containsExactly("1", "2");
    assertThat(rows(strikes, "not (Height ne 1)")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "not (not (Height eq 1))")).containsExactly("3");
  }

  @Test
  default void conditionsNest() {
    var strikes = table(IntStream.range(0, 16)
        .mapToObj(i -> entity("TX", number(i))
            .set("A", (i & 1) != 0)
            .set("B", (i & 2) != 0)
            .set("C", (i & 4) != 0)
            .set("D", (i & 8) != 0))
        .toArray(EntityBuilder[]::new));

    midScenario();

    assertThat(rows(strikes, "A eq true and B eq true or C eq true and D eq true"))
        .isEqualTo(numbersWhere(i -> (i & 3) == 3 || (i & 12) == 12));
    assertThat(rows(strikes, "A eq true and (B eq true or C eq true) and not (D eq true)"))
        .isEqualTo(numbersWhere(i -> (i & 1) != 0 && (i & 6) != 0 && (i & 8) == 0));
    assertThat(rows(strikes, "not (A eq true or not (B eq true and not (C eq true)))"))
        .isEqualTo(numbersWhere(i -> !((i & 1) != 0 || !((i & 2) != 0 && (i & 4) == 0))));
  }

  @Test
  default void constantsMatchAllOrNothing() {
    var strikes = table(entity("TX", "1"), entity("TX", "2"));

    midScenario();

    assertThat(rows(strikes, "")).hasSize(2);
    assertThat(rows(strikes, "true")).hasSize(2);
    assertThat(rows(strikes, "false")).isEmpty();
    assertThat(rows(strikes, "not false")).hasSize(2);
    assertThat(rows(strikes, "RowKey eq '1' and false")).isEmpty();
    assertThat(rows(strikes, "RowKey eq '1' or true")).hasSize(2);
  }

  @Test
  default void literalsOfAllTypesAreWrittenAsText() {
    var guid = UUID.fromString("12345678-9abc-def0-1234-56789abcdef0");
    var strikes = table(entity("TX", "1")
        .set("Text", "it's")
        .set("Int", -7)
        .set("Long", 1L << 40)
        .set("Real", 1.5e10)
        .set("Truth", true)
        .set("Moment", EdmDateTime.parse("2020-11-07T01:23:21.0555975Z"))
        .set("Guid", guid)
        .set("Bytes", new byte[] {0, (byte) 0xFF}));

    midScenario();

    for (var filter : List.of(
        "Text eq 'it''s'",
        "Int eq -7",
        "Long eq 1099511627776L",
        "Real eq 1.5e10",
        "Truth eq true",
        "Moment eq datetime'2020-11-07T01:23:21.0555975Z'",
        "Moment gt datetime'2020-11-07T01:23:21.0555974Z'",
        "Guid eq guid'" + guid + "'",
        "Bytes eq X'00ff'",
        "Bytes eq binary'00FF'",
        "-7 eq Int",
        "-8 lt Int")) {
      assertThat(rows(strikes, filter)).as(filter).containsExactly("1");
    }
  }

  @Test
  default void keysAreComparedAsProperties() {
    var strikes = table(entity("CA", "1"), entity("CA", "2"), entity("TX", "1"));

    midScenario();

    assertThat(strikes.select("PartitionKey ne 'CA'")).hasSize(1);
    assertThat(strikes.select("RowKey ne '1'")).hasSize(1);
    assertThat(strikes.select("not (PartitionKey eq 'CA') or RowKey eq '2'")).hasSize(2);
    assertThat(strikes.select("PartitionKey eq 'tx'")).isEmpty();
  }

  @Test
  default void keysCompareWithTextOnly() {
    var strikes = table(entity("1", "1"));

    midScenario();

    for (var operator : Operator.values()) {
      assertThat(rows(strikes, "RowKey " + operator.symbol() + " 1"))
          .as(operator.symbol())
          .isEmpty();
      assertThat(rows(strikes, "PartitionKey " + operator.symbol() + " true")).isEmpty();
    }
    assertThat(rows(strikes, "not (PartitionKey eq 1)")).containsExactly("1");
    assertThat(rows(strikes, "not (RowKey lt 5)")).containsExactly("1");
  }

  @Test
  default void theTimestampIsComparedAsAProperty() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1"));
    var second = new EdmDateTime(strikes.insert(entity("TX", "2")).timestampTicks());
    strikes.insert(entity("TX", "3"));

    midScenario();

    assertThat(rows(strikes, "Timestamp eq datetime'" + second + "'")).containsExactly("2");
    assertThat(rows(strikes, "Timestamp ge datetime'" + second + "'")).containsExactly("2", "3");
    assertThat(rows(strikes, "Timestamp lt datetime'" + second + "'")).containsExactly("1");
  }

  @Test
  default void aFilterMayCompareUnselectedProperties() {
    var strikes = table(
        entity("TX", "1").set("Height", 1).set("Cost", 5), entity("TX", "2").set("Height", 2));

    midScenario();
    var answer = strikes.select(Query.ALL.where("Height eq 1").select("Cost"));

    assertThat(answer).hasSize(1);
    assertThat(answer.get(0).toMap()).containsOnlyKeys("Cost");
  }

  private Table table(EntityBuilder... entities) {
    return Table.in(this).load(Stream.of(entities));
  }

  private static List<String> rows(Table table, String filter) {
    return table.select(filter).stream().map(Entity::rowKey).toList();
  }

  private static List<String> rows(Table table, Filter filter) {
    return table.select(Query.ALL.where(filter)).stream().map(Entity::rowKey).toList();
  }

  private static List<String> numbersWhere(IntPredicate condition) {
    return IntStream.range(0, 16).filter(condition).mapToObj(Entities::number).toList();
  }

  private static boolean isNumber(EdmType type) {
    return type == EdmType.INT32 || type == EdmType.INT64 || type == EdmType.DOUBLE;
  }
}
