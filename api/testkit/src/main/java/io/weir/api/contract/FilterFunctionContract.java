package io.weir.api.contract;

import static io.weir.api.contract.Entities.entity;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Query;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.filter.Filter;
import io.weir.api.filter.TextMatch;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Cases for functions in filters. */
public interface FilterFunctionContract extends Door {

  @Test
  default void aTextIsTestedForItsParts() {
    var strikes = table(
        entity("TX", "1").set("Species", "Mourning dove"),
        entity("TX", "2").set("Species", "dove"),
        entity("TX", "3").set("Species", "doves, white-winged"),
        entity("TX", "4").set("Species", ""));

    midScenario();

    assertThat(rows(strikes, "startswith(Species,'dove')")).containsExactly("2", "3");
    assertThat(rows(strikes, "endswith(Species,'dove')")).containsExactly("1", "2");
    assertThat(rows(strikes, "contains(Species,'ove')")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "substringof('ove',Species)")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "contains(Species,'Dove')")).isEmpty();
    assertThat(rows(strikes, "contains(Species,'dove and more')")).isEmpty();
    assertThat(rows(strikes, "startswith(Species,'doves, white-winged')")).containsExactly("3");
  }

  @ParameterizedTest
  @EnumSource
  default void everyTextContainsTheEmptyText(TextMatch match) {
    var strikes =
        table(entity("TX", "1").set("Species", "Killdeer"), entity("TX", "2").set("Species", ""));

    midScenario();

    assertThat(rows(strikes, match.function() + "(Species,'')")).containsExactly("1", "2");
  }

  @Test
  default void textsAreLoweredUnitByUnit() {
    var strikes = table(
        entity("TX", "1").set("Species", "KILLDEER"),
        entity("TX", "2").set("Species", "Killdeer"),
        entity("TX", "3").set("Species", "killdeers"),
        entity("TX", "4").set("Species", "\u00C9MEU \u212A\u0130\u023A"),
        entity("TX", "5").set("Species", "\uD801\uDC00"));

    midScenario();

    assertThat(rows(strikes, "tolower(Species) eq 'killdeer'")).containsExactly("1", "2");
    assertThat(rows(strikes, "'killdeer' lt tolower(Species)")).containsExactly("3", "4", "5");
    assertThat(rows(strikes, "tolower(Species) eq 'Killdeer'")).isEmpty();
    assertThat(rows(strikes, "startswith(tolower(Species),'kill')")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "endswith(tolower(Species),'deer')")).containsExactly("1", "2");
    assertThat(rows(strikes, "substringof('lldee',tolower(Species))"))
        .containsExactly("1", "2", "3");
    assertThat(rows(strikes, "tolower(Species) eq '\u00E9meu ki\u2C65'")).containsExactly("4");
    assertThat(rows(strikes, "tolower(Species) eq '\uD801\uDC00'")).containsExactly("5");
  }

  @Test
  default void theLengthIsTheNumberOfUtf16Units() {
    var strikes = table(
        entity("TX", "1").set("Species", ""),
        entity("TX", "2").set("Species", "abc"),
        entity("TX", "3").set("Species", "\u00E4\uFF5A"),
        entity("TX", "4").set("Species", "\uD83D\uDE00\uD83D\uDE01"));

    midScenario();

    assertThat(rows(strikes, "length(Species) eq 0")).containsExactly("1");
    assertThat(rows(strikes, "length(Species) gt 2")).containsExactly("2", "4");
    assertThat(rows(strikes, "length(Species) le 3L")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "2.5 lt length(Species)")).containsExactly("2", "4");
    assertThat(rows(strikes, "length(Species) ne 4")).containsExactly("1", "2", "3");
    assertThat(rows(strikes, "length(Species) ne 'abc'")).isEmpty();
    assertThat(rows(strikes, "length(Species) ne NaN")).hasSize(4);
  }

  @Test
  default void noFunctionHoldsForAnAbsentPropertyOrAnotherType() {
    var strikes = table(
        entity("TX", "1").set("Height", "1"),
        entity("TX", "2"),
        entity("TX", "3").set("Height", 1),
        entity("TX", "4").set("Height", new byte[] {'1'}));

    midScenario();

    for (var condition : List.of(
        "startswith(Height,'')",
        "endswith(tolower(Height),'1')",
        "contains(Height,'1')",
        "tolower(Height) ge ''",
        "length(Height) lt 1000")) {
      assertThat(rows(strikes, condition)).as(condition).containsExactly("1");
      assertThat(rows(strikes, "not " + condition)).as(condition).containsExactly("2", "3", "4");
    }
    assertThat(rows(strikes, "startswith(Timestamp,'') or length(Timestamp) ge 0"))
        .isEmpty();
  }

  @Test
  default void functionsTakeKeys() {
    var strikes = table(
        entity("CA", "a1"),
        entity("CAL", "b2"),
        entity("TX", "A1"),
        entity("\uD83D\uDE00", "b\u00E9\uD83D\uDE00"));

    midScenario();

    assertThat(rows(strikes, "startswith(PartitionKey,'CA')")).containsExactly("a1", "b2");
    assertThat(rows(strikes, "not startswith(PartitionKey,'CA') and startswith(RowKey,'A')"))
        .containsExactly("A1");
    assertThat(rows(strikes, "startswith(RowKey,'a') or startswith(RowKey,'A')"))
        .containsExactly("a1", "A1");
    assertThat(rows(strikes, "tolower(RowKey) eq 'a1'")).containsExactly("a1", "A1");
    assertThat(rows(strikes, "startswith(tolower(PartitionKey),'cal')")).containsExactly("b2");
    assertThat(rows(strikes, "endswith(RowKey,'\uD83D\uDE00') and length(RowKey) eq 4"))
        .hasSize(1);
    assertThat(rows(strikes, "contains(PartitionKey,'A') and not contains(RowKey,'2')"))
        .containsExactly("a1");
    assertThat(rows(strikes, "length(PartitionKey) eq 2")).hasSize(3);
  }

  @Test
  default void aPrefixThatNoKeyHasMatchesNoKey() {
    var strikes = table(entity("CA", "a1"), entity("TX", "b1"));

    midScenario();

    for (var prefix : List.of("a/", "a\t", "x".repeat(513))) {
      assertThat(rows(strikes, "startswith(RowKey,'" + prefix + "')")).isEmpty();
      assertThat(rows(strikes, "not startswith(PartitionKey,'" + prefix + "')")).hasSize(2);
    }
  }

  @Test
  default void longTextsAreTestedAsAWhole() {
    var strikes = Table.in(this);
    strikes.load(IntStream.range(0, 3)
        .mapToObj(i -> entity("TX", "" + i).set("Text", "ab".repeat(10_000) + "x".repeat(i))));

    midScenario();

    var part = "ab".repeat(500) + "xx";
    assertThat(strikes.select(
            Query.ALL.where(new Filter.TextTest("Text", true, TextMatch.CONTAINS, part))))
        .extracting(Entity::rowKey)
        .containsExactly("2");
    assertThat(rows(strikes, "length(Text) gt 20000 and not endswith(Text,'xx')"))
        .containsExactly("1");
  }

  @Test
  default void aPropertyMayHaveTheNameOfAFunction() {
    var strikes = table(entity("TX", "1").set("length", 3).set("contains", new EdmString("abc")));

    midScenario();

    assertThat(rows(strikes, "length eq 3 and length(contains) eq 3")).containsExactly("1");
    assertThat(rows(strikes, "contains(contains,'b') and contains gt 'a'")).containsExactly("1");
  }

  private Table table(EntityBuilder... entities) {
    return Table.in(this).load(Stream.of(entities));
  }

  private static List<String> rows(Table table, String filter) {
    return table.select(filter).stream().map(Entity::rowKey).toList();
  }
}
