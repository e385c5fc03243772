package io.weir.api.entity;

import static io.weir.api.entity.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmBinary;
import io.weir.api.edm.EdmBoolean;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.edm.EdmDouble;
import io.weir.api.edm.EdmGuid;
import io.weir.api.edm.EdmInt32;
import io.weir.api.edm.EdmInt64;
import io.weir.api.edm.EdmString;
import io.weir.api.edm.EdmValue;
import io.weir.api.error.ErrorCode;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityBuilderTest {

  @Test
  void anEntityMayHave252PropertiesAndNoMore() {
    var builder = numbered(252);

    assertThat(builder.build().toMap()).hasSize(252);
    assertRefused(ErrorCode.TOO_MANY_PROPERTIES, () -> builder.set("OneMore", 1));
  }

  @Test
  void aNameMayHave255UnitsAndNoMore() {
    for (var letter : List.of("a", "é", "\uFF41")) {
      var longest = letter.repeat(255);

      assertThat(entity().set(longest, 1).build().getInt32(longest)).contains(1);
      assertRefused(ErrorCode.PROPERTY_NAME_TOO_LONG, () -> entity().set(longest + letter, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "_", "_1", "A1", "Größe", "名前", "𝒳", "partitionKey", "true", "a‿b"})
  void aNameIsAnIdentifier(String name) {
    assertThat(entity().set(name, 1).build().getInt32(name)).contains(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "1a",
        "a b",
        "a-b",
        "a.b",
        "a:b",
        "@a",
        "$a",
        "a'",
        "odata.etag",
        "a\u0000",
        "a\u00AD",
        "\uD83D",
        "a\uDC00",
        "😀"
      })
  void aNameThatIsNotAnIdentifierIsRefused(String name) {
    assertRefused(ErrorCode.PROPERTY_NAME_INVALID, () -> entity().set(name, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PartitionKey", "RowKey", "Timestamp"})
  void systemPropertiesAreNotSet(String name) {
    assertThat(EntityBuilder.isSystemProperty(name)).isTrue();
    assertRefused(ErrorCode.PROPERTY_NAME_INVALID, () -> entity().set(name, "x"));
  }

  @Test
  void aNameMayOccurOnceAndIsCaseSensitive() {
    var builder = entity().set("a", 1).set("A", 2);

    assertThat(builder.build().toMap()).hasSize(2);
    assertRefused(ErrorCode.DUPLICATE_PROPERTIES_SPECIFIED, () -> builder.set("a", "other"));
  }

  @Test
  void aStringMayHave32768UnitsAndNoMore() {
    for (var longest : List.of("a".repeat(32768), "\uFFFF".repeat(32768), "😀".repeat(16384))) {
      assertThat(entity().set("a", longest).build().getString("a")).contains(longest);
      assertRefused(ErrorCode.PROPERTY_VALUE_TOO_LARGE, () -> entity().set("a", longest + "a"));
    }
  }

  @Test
  void aBinaryMayHave65536BytesAndNoMore() {
    var longest = new byte[65536];

    assertThat(entity().set("a", longest).build().getBinary("a").orElseThrow().length())
        .isEqualTo(65536);
    assertRefused(ErrorCode.PROPERTY_VALUE_TOO_LARGE, () -> entity().set("a", new byte[65537]));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD83D", "a\uDE00", "\uD83Da", "\uDE00\uD83D"})
  void anUnpairedSurrogateIsRefused(String text) {
    assertRefused(ErrorCode.INVALID_INPUT, () -> entity().set("a", text));
  }

  @Test
  void anEntityMayTakeAMebibyteAndNoByteMore() {
    assertThat(ofSize(1024 * 1024).build().getBinary("Last")).isPresent();
    assertRefused(ErrorCode.ENTITY_TOO_LARGE, () -> ofSize(1024 * 1024 + 1).build());
  }

  @Test
  void keysCountTowardsTheSizeEvenWhenSetLast() {
    var keys = new EntityKey("k".repeat(512), "k".repeat(512));

    assertThat(ofSize(1024 * 1024 - 2 * (512 + 512 - 2)).key(keys).build().key())
        .isEqualTo(keys);
    assertRefused(
        ErrorCode.ENTITY_TOO_LARGE,
        () -> ofSize(1024 * 1024 - 2 * (512 + 512 - 2) + 1).key(keys).build());
  }

  @Test
  void anEntityIsRefusedAsSoonAsItIsTooLarge() {
    var builder = entity();
    for (var i = 0; i < 15; i++) {
      builder.set("P" + i, new byte[65536]);
    }

    builder.set("P15", new byte[65000]);

    assertRefused(ErrorCode.ENTITY_TOO_LARGE, () -> builder.set("P16", new byte[65536]));
  }

  @Test
  void anEntityNeedsItsKeys() {
    assertRefused(
        ErrorCode.PROPERTIES_NEED_VALUE, () -> new EntityBuilder().set("a", 1).build());
  }

  @Test
  void everyTypeIsReadBackUnchanged() {
    var id = UUID.fromString("a455c89d-dab2-4fe1-b6b6-0d8e5a1b2c3d");
    var moment = Instant.parse("2020-11-07T01:23:21.0555975Z");

    var entity = entity()
        .set("String", "Zürich 😀")
        .set("Int32", -1)
        .set("Int64", Long.MIN_VALUE)
        .set("Double", -0.0)
        .set("Boolean", true)
        .set("DateTime", moment)
        .set("Guid", id)
        .set("Binary", new byte[] {0, -1})
        .build();

    assertThat(entity.getString("String")).contains("Zürich 😀");
    assertThat(entity.getInt32("Int32")).contains(-1);
    assertThat(entity.getInt64("Int64")).contains(Long.MIN_VALUE);
    assertThat(entity.getDouble("Double")).contains(-0.0);
    assertThat(entity.getBoolean("Boolean")).contains(true);
    assertThat(entity.getDateTime("DateTime")).contains(EdmDateTime.of(moment));
    assertThat(entity.getGuid("Guid")).contains(id);
    assertThat(entity.getBinary("Binary")).contains(new EdmBinary(new byte[] {0, -1}));
    assertThat(entity.toMap().keySet())
        .containsExactly(
            "String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary");
  }

  @Test
  void aValueIsNotReadAsAnotherType() {
    var entity = entity().set("a", 1).build();

    assertThat(entity.getInt64("a")).isEmpty();
    assertThat(entity.getString("a")).isEmpty();
    assertThat(entity.getInt32("b")).isEmpty();
    assertThat(entity.getInt32("A")).isEmpty();
  }

  @Test
  void aValueMayBeSetByItsTypeOrAsAnObject() {
    var values = List.<EdmValue>of(
        new EdmString("x"),
        new EdmInt32(1),
        new EdmInt64(1),
        new EdmDouble(Double.NaN),
        new EdmBoolean(false),
        new EdmDateTime(7),
        new EdmGuid(new UUID(1, 2)),
        new EdmBinary(new byte[] {1}));

    for (var value : values) {
      assertThat(entity().set("a", value).build().get("a")).contains(value);
    }
  }

  private static EntityBuilder entity() {
    return Entity.builder("p", "r");
  }

  private static EntityBuilder numbered(int count) {
    var builder = entity();
    for (var i = 0; i < count; i++) {
      builder.set("P" + i, i);
    }
    return builder;
  }

  /**
   * Returns an entity with this size by the published formula: 4 bytes and 2 for each unit of the
   * keys; for a binary property 8, 2 for each unit of its name, 4, and its bytes.
   */
  private static EntityBuilder ofSize(int bytes) {
    var builder = entity();
    var left = bytes - 4 - 2 * 2;
    for (var i = 10; left > 8 + 2 * 4 + 4 + 65536; i++) {
      builder.set("P_" + i, new byte[65000]);
      left -= 8 + 2 * 4 + 4 + 65000;
    }
    return builder.set("Last", new byte[left - 8 - 2 * 4 - 4]);
  }
}
