package io.weir.api.contract;

import static io.weir.api.contract.Entities.LARGEST_FILLING;
import static io.weir.api.contract.Entities.entity;
import static io.weir.api.contract.Entities.filled;
import static io.weir.api.contract.Entities.key;
import static io.weir.api.contract.Failures.assertInvalid;
import static io.weir.api.contract.Failures.assertNotFound;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Cases for limits, from both sides: a value at the limit is stored, a value above it cannot be
 * created.
 */
public interface LimitsContract extends Door {

  @Test
  default void aTableNameHasThreeToSixtyThreeCharacters() {
    var longest =
        Table.named(this, (Table.freshName("Long").value() + "x".repeat(63)).substring(0, 63));
    var shortest = Table.named(this, "Sky");
    longest.create();
    shortest.create();

    midScenario();
    assertThat(longest.lookUp()).contains(longest.name());
    assertThat(shortest.lookUp()).contains(shortest.name());
    shortest.drop();
    assertNotFound(shortest::drop);

    assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> new TableName("ab"));
    assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> new TableName("a".repeat(64)));
  }

  @Test
  default void aTableNameIsALetterThenLettersAndDigits() {
    for (var name :
        List.of("1abc", "a_b", "a-b", "a b", "\u00E4bc", "ab\u0661", "abc\n", "tables", "Tables")) {
      assertInvalid(ErrorCode.INVALID_RESOURCE_NAME, () -> new TableName(name));
    }
  }

  @Test
  default void aKeyHasAtMost512Units() {
    var strikes = Table.in(this);
    var longest = "k".repeat(512);
    strikes.insert(entity(longest, longest));

    midScenario();

    assertThat(strikes.find(longest, longest)).isPresent();
    assertInvalid(ErrorCode.KEY_VALUE_TOO_LARGE, () -> key(longest + "k", "1"));
    assertInvalid(ErrorCode.KEY_VALUE_TOO_LARGE, () -> key("TX", longest + "k"));
  }

  @Test
  default void aKeyHoldsNoSeparatorsAndNoControlCharacters() {
    var strikes = Table.in(this);
    var nextToForbidden = " !\".0>@[]~\u00A0";
    strikes.insert(entity(nextToForbidden, nextToForbidden));

    midScenario();

    assertThat(strikes.find(nextToForbidden, nextToForbidden)).isPresent();
    for (var forbidden : "/\\#?\u0000\t\n\u001F\u007F\u0080\u009F".toCharArray()) {
      assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> key("a" + forbidden, "1"));
      assertInvalid(ErrorCode.OUT_OF_RANGE_INPUT, () -> key("TX", forbidden + "a"));
    }
  }

  @Test
  default void anEntityHasAtMost252Properties() {
    var strikes = Table.in(this);
    strikes.insert(withProperties(252));

    midScenario();

    assertThat(strikes.get("TX", "1").toMap()).hasSize(252);
    assertInvalid(ErrorCode.TOO_MANY_PROPERTIES, () -> withProperties(253));
  }

  @Test
  default void aPropertyNameHasAtMost255Units() {
    var strikes = Table.in(this);
    var longest = "N".repeat(255);
    var widest = "\u65E5".repeat(255);
    strikes.insert(entity("TX", "1").set(longest, 1).set(widest, 2));

    midScenario();

    assertThat(strikes.get("TX", "1").getInt32(longest)).contains(1);
    assertThat(strikes.get("TX", "1").getInt32(widest)).contains(2);
    assertInvalid(ErrorCode.PROPERTY_NAME_TOO_LONG, () -> entity("TX", "1").set(longest + "N", 1));
  }

  @Test
  default void aPropertyNameIsAnIdentifierOfItsOwn() {
    for (var name : List.of("", "1st", "a b", "a-b", "a.b", "$a", "a'")) {
      assertInvalid(ErrorCode.PROPERTY_NAME_INVALID, () -> entity("TX", "1").set(name, 1));
    }
    for (var name : List.of("PartitionKey", "RowKey", "Timestamp")) {
      assertInvalid(ErrorCode.PROPERTY_NAME_INVALID, () -> entity("TX", "1").set(name, "1"));
    }
    assertInvalid(
        ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED,
        () -> entity("TX", "1").set("a", 1).set("a", 2L));
  }

  @Test
  default void aStringHasAtMost32768Units() {
    var strikes = Table.in(this);
    var narrow = "a".repeat(32768);
    var wide = "\uFF5A".repeat(32768);
    var astral = "\uD83D\uDE00".repeat(16384);
    strikes.insert(entity("TX", "1").set("Narrow", narrow).set("Wide", wide).set("Astral", astral));

    midScenario();
    var back = strikes.get("TX", "1");

    assertThat(back.getString("Narrow")).contains(narrow);
    assertThat(back.getString("Wide")).contains(wide);
    assertThat(back.getString("Astral")).contains(astral);
    assertInvalid(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE, () -> entity("TX", "1").set("Text", narrow + "a"));
  }

  @Test
  default void aBinaryHasAtMost65536Bytes() {
    var strikes = Table.in(this);
    strikes.insert(filled("TX", "1", "Bytes", 65536));

    midScenario();

    assertThat(strikes.get("TX", "1").getBinary("Bytes0").orElseThrow().length())
        .isEqualTo(65536);
    assertInvalid(
        ErrorCode.PROPERTY_VALUE_TOO_LARGE, () -> entity("TX", "1").set("Bytes", new byte[65537]));
  }

  @Test
  default void anEntityHasAtMostOneMebibyte() {
    var strikes = Table.in(this);
    var largest = filled("p", "1", "B", LARGEST_FILLING).build();
    strikes.insert(largest);
    strikes.insert(filled("p", "2", "B", LARGEST_FILLING));
    strikes.insert(filled("q", "1", "B", LARGEST_FILLING));

    midScenario();

    assertThat(strikes.get("p", "1").toMap()).isEqualTo(largest.toMap());
    assertThat(strikes.all()).hasSize(3);
    assertInvalid(
        ErrorCode.ENTITY_TOO_LARGE,
        () -> filled("p", "1", "B", LARGEST_FILLING + 1).build());
  }

  @Test
  default void aDateTimeLiesInTheYears1601To9999() {
    var strikes = Table.in(this);
    strikes.insert(entity("TX", "1")
        .set("First", Instant.parse("1601-01-01T00:00:00Z"))
        .set("Last", Instant.parse("9999-12-31T23:59:59.999999999Z")));

    midScenario();
    var back = strikes.get("TX", "1");

    assertThat(back.getDateTime("First")).contains(new EdmDateTime(0));
    assertThat(back.getDateTime("Last")).contains(new EdmDateTime(EdmDateTime.MAX_TICKS));
    assertInvalid(
        ErrorCode.OUT_OF_RANGE_INPUT,
        () -> entity("TX", "1").set("Before", Instant.parse("1600-12-31T23:59:59.999999999Z")));
    assertInvalid(
        ErrorCode.OUT_OF_RANGE_INPUT,
        () -> entity("TX", "1").set("Behind", Instant.parse("+10000-01-01T00:00:00Z")));
  }

  @Test
  default void anUnpairedSurrogateIsRefused() {
    assertInvalid(ErrorCode.INVALID_INPUT, () -> entity("TX", "1").set("Half", "\uD83D"));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> key("\uDE00", "1"));
    assertInvalid(ErrorCode.INVALID_INPUT, () -> key("TX", "\uDE00\uD83D"));
  }

  private static EntityBuilder withProperties(int count) {
    var entity = entity("TX", "1");
    IntStream.range(0, count).forEach(i -> entity.set("Property" + i, i));
    return entity;
  }
}
