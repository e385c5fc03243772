package io.weir.server.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every comparison of every type, in both orders of its operands, over three values of that type
 * and two entities that never match: one without the property, and one in which it is of another
 * type.
 */
@ExtendWith(SdkServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class FilterOperatorsIT {

  private static final Map<String, List<String>> FOUND = Map.of(
      "eq", List.of("2mid"),
      "ne", List.of("1low", "3high"),
      "lt", List.of("1low"),
      "le", List.of("1low", "2mid"),
      "gt", List.of("3high"),
      "ge", List.of("2mid", "3high"));
  private static final Map<String, String> TURNED =
      Map.of("eq", "eq", "ne", "ne", "lt", "gt", "le", "ge", "gt", "lt", "ge", "le");

  private final TableClient table;

  FilterOperatorsIT(SdkAccount account) {
    table = account.table(
        row("1low")
            .addProperty("Text", "a")
            .addProperty("Small", -7)
            .addProperty("Large", -(1L << 40))
            .addProperty("Real", -1.5e-9)
            .addProperty("Moment", OffsetDateTime.parse("1999-12-31T23:59:59.9999998Z"))
            .addProperty("Id", UUID.fromString("11111111-1111-1111-1111-111111111111"))
            .addProperty("Bytes", new byte[] {1})
            .addProperty("Truth", false),
        row("2mid")
            .addProperty("Text", "it's")
            .addProperty("Small", 0)
            .addProperty("Large", 1L << 40)
            .addProperty("Real", 0.25)
            .addProperty("Moment", OffsetDateTime.parse("1999-12-31T23:59:59.9999999Z"))
            .addProperty("Id", UUID.fromString("55555555-5555-5555-5555-555555555555"))
            .addProperty("Bytes", new byte[] {1, 0})
            .addProperty("Truth", true),
        row("3high")
            .addProperty("Text", "it\u00e9")
            .addProperty("Small", 8)
            .addProperty("Large", Long.MAX_VALUE)
            .addProperty("Real", 1e300)
            .addProperty("Moment", OffsetDateTime.parse("2000-01-01T00:00:00Z"))
            .addProperty("Id", UUID.fromString("99999999-9999-9999-9999-999999999999"))
            .addProperty("Bytes", new byte[] {2})
            .addProperty("Truth", false),
        row("4absent"),
        row("5other")
            .addProperty("Text", 1)
            .addProperty("Small", "0")
            .addProperty("Large", "1099511627776")
            .addProperty("Real", "0.25")
            .addProperty("Moment", "1999-12-31T23:59:59.9999999Z")
            .addProperty("Id", "55555555-5555-5555-5555-555555555555")
            .addProperty("Bytes", "AQA=")
            .addProperty("Truth", "true"));
  }

  private static TableEntity row(String rowKey) {
    return new TableEntity("p", rowKey);
  }

  static Stream<Arguments> comparisons() {
    return Stream.of(
            Arguments.of("Text", "'it''s'"),
            Arguments.of("Small", "0"),
            Arguments.of("Large", "1099511627776L"),
            Arguments.of("Real", "2.5e-1"),
            Arguments.of("Moment", "datetime'1999-12-31T23:59:59.9999999Z'"),
            Arguments.of("Id", "guid'55555555-5555-5555-5555-555555555555'"),
            Arguments.of("Bytes", "X'0100'"))
        .flatMap(of -> Stream.of("eq", "ne", "lt", "le", "gt", "ge")
            .map(operator -> Arguments.of(of.get()[0], operator, of.get()[1])));
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void findsEntitiesWhenAPropertyIsComparedWithALiteral(
      String property, String operator, String literal) {
    assertThat(SdkAssertions.rowsWhere(table, property + " " + operator + " " + literal))
        .isEqualTo(FOUND.get(operator));
  }

  @ParameterizedTest
  @MethodSource("comparisons")
  void findsTheSameEntitiesWhenTheLiteralComesFirst(
      String property, String operator, String literal) {
    assertThat(
            SdkAssertions.rowsWhere(table, literal + " " + TURNED.get(operator) + " " + property))
        .isEqualTo(FOUND.get(operator));
  }

  @ParameterizedTest
  @MethodSource
  void findsEntitiesByABooleanProperty(String filter, List<String> rows) {
    assertThat(SdkAssertions.rowsWhere(table, filter)).isEqualTo(rows);
  }

  static Stream<Arguments> findsEntitiesByABooleanProperty() {
    return Stream.of(
        Arguments.of("Truth eq true", List.of("2mid")),
        Arguments.of("Truth eq false", List.of("1low", "3high")),
        Arguments.of("Truth ne true", List.of("1low", "3high")),
        Arguments.of("not (Truth eq true)", List.of("1low", "3high", "4absent", "5other")));
  }
}
