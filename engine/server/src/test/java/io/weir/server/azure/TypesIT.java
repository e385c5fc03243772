package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every type are read back unchanged, including the ends of their range. */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class TypesIT {

  private final TableClient table;

  TypesIT(SdkAccount account) {
    table = account.table();
  }

  static Stream<Arguments> values() {
    return Stream.of(
        Arguments.of("text", "q\"uo'te\\ \u00e9 \ud83d\ude00 \t\n"),
        Arguments.of("no text", ""),
        Arguments.of("text that looks like a number", "42"),
        Arguments.of("text that looks like a moment", "2020-11-07T01:23:21Z"),
        Arguments.of("the longest text", "x".repeat(32 * 1024)),
        Arguments.of("true", true),
        Arguments.of("false", false),
        Arguments.of("zero", 0),
        Arguments.of("the least Int32", Integer.MIN_VALUE),
        Arguments.of("the greatest Int32", Integer.MAX_VALUE),
        Arguments.of("a small Int64", 1L),
        Arguments.of("the least Int64", Long.MIN_VALUE),
        Arguments.of("the greatest Int64", Long.MAX_VALUE),
        Arguments.of("a whole Double", 3.0),
        Arguments.of("a Double", 0.1),
        Arguments.of("the least Double above zero", Double.MIN_VALUE),
        Arguments.of("the greatest Double", Double.MAX_VALUE),
        Arguments.of("zero below zero", -0.0),
        Arguments.of("a moment", OffsetDateTime.parse("2020-11-07T01:23:21.0555975Z")),
        Arguments.of("a whole second", OffsetDateTime.parse("2020-11-07T01:23:21Z")),
        Arguments.of("the first moment", OffsetDateTime.parse("1601-01-01T00:00:00Z")),
        Arguments.of("the last moment", OffsetDateTime.parse("9999-12-31T23:59:59.9999999Z")),
        Arguments.of("a Guid", UUID.fromString("c9da6455-213d-42c9-9a79-3e9149a57833")),
        Arguments.of("the first Guid", new UUID(0, 0)),
        Arguments.of("bytes", new byte[] {0, -1, 127, -128}),
        Arguments.of("no bytes", new byte[0]),
        Arguments.of("the most bytes", new byte[64 * 1024]));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("values")
  void aValueIsReadBackUnchanged(String what, Object value) {
    table.createEntity(new TableEntity("values", what).addProperty("Value", value));

    assertThat(table.getEntity("values", what).getProperty("Value")).isEqualTo(value);
  }

  @Test
  void aTimeWithAnOffsetIsStoredAsUtc() {
    table.createEntity(new TableEntity("values", "elsewhere")
        .addProperty("Value", OffsetDateTime.parse("2020-11-07T01:23:21.5+05:30")));

    assertThat(table.getEntity("values", "elsewhere").getProperty("Value"))
        .isEqualTo(OffsetDateTime.parse("2020-11-06T19:53:21.5Z"));
  }

  @Test
  void aNullPropertyIsNotStored() {
    table.createEntity(
        new TableEntity("values", "null").addProperty("Here", 1).addProperty("Nothing", null));

    assertThat(table.getEntity("values", "null").getProperties())
        .containsKey("Here")
        .doesNotContainKey("Nothing");
  }

  @Test
  void anUpsertMayChangeTheTypeOfAProperty() {
    table.upsertEntity(new TableEntity("values", "changed").addProperty("Value", 1));
    table.upsertEntity(new TableEntity("values", "changed").addProperty("Value", "one"));

    assertThat(table.getEntity("values", "changed").getProperty("Value")).isEqualTo("one");
  }

  @ParameterizedTest
  @MethodSource
  void entitiesWithSpecialCharactersInKeysAreFound(String partitionKey, String rowKey) {
    table.createEntity(new TableEntity(partitionKey, rowKey).addProperty("N", 1));

    var found = table.getEntity(partitionKey, rowKey);

    assertThat(found.getPartitionKey()).isEqualTo(partitionKey);
    assertThat(found.getRowKey()).isEqualTo(rowKey);
  }

  static Stream<Arguments> entitiesWithSpecialCharactersInKeysAreFound() {
    return Stream.of(
        Arguments.of("it's", "''"),
        Arguments.of("a b", " "),
        Arguments.of("50%", "%2F"),
        Arguments.of("a+b", "c&d=e"),
        Arguments.of("(x,y)", "PartitionKey='z'"),
        Arguments.of("\u00e9\u4e2d", "\ud83d\ude00"),
        Arguments.of("k".repeat(512), "r".repeat(512)));
  }
}
