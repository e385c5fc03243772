package io.weir.cli.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CellTypeTest {

  @ParameterizedTest
  @CsvSource({
    "true, Boolean",
    "FALSE, Boolean",
    "yes, String",
    "0, Int32",
    "-1, Int32",
    "2147483647, Int32",
    "2147483648, Int64",
    "-9223372036854775808, Int64",
    "9223372036854775808, String",
    "+1, String",
    "-0, Double",
    "007, String",
    "1.50, Double",
    "1e3, Double",
    ".5, String",
    "1e999, String",
    "0.12345678901234567, Double",
    "0.123456789012345678, String",
    "NaN, Double",
    "-Infinity, Double",
    "1990-01-08, DateTime",
    "1990-01-08T12:30:00.1234567+02:00, DateTime",
    "1990-01-08 12:30, DateTime",
    "1990-02-30, String",
    "1600-12-31, String",
    "1990-01-08x, String",
    "123e4567-e89b-12d3-a456-426614174000, Guid",
    "123e4567-e89b-12d3-a456-42661417400, String",
    "plain, String"
  })
  void aCellHasTheNarrowestTypeThatPreservesIt(String cell, String type) {
    assertThat(typeOf(cell)).hasToString(type);
  }

  @Test
  void theTypeOfAColumnFitsAllItsCells() {
    assertThat(typeOf("1", "2", "3000000000")).isEqualTo(CellType.INT64);
    assertThat(typeOf("1", "2.5")).isEqualTo(CellType.DOUBLE);
    assertThat(typeOf("1", "true")).isEqualTo(CellType.STRING);
    assertThat(typeOf("1990-01-08", "unknown")).isEqualTo(CellType.STRING);
  }

  @Test
  void aWholeNumberThatADoubleCannotHoldMakesTheColumnText() {
    assertThat(typeOf("9007199254740993", "0.5")).isEqualTo(CellType.STRING);
    assertThat(typeOf("9007199254740992", "0.5")).isEqualTo(CellType.DOUBLE);
  }

  @Test
  void emptyCellsDoNotAffectTheType() {
    assertThat(typeOf("", "12", "")).isEqualTo(CellType.INT32);
    assertThat(typeOf("", "")).isEqualTo(CellType.STRING);
  }

  @Test
  void aDateIsMidnightInUtc() {
    assertThat(ValueText.of(CellType.DATE_TIME.read("1990-01-08")))
        .isEqualTo("1990-01-08T00:00:00Z");
  }

  private static CellType typeOf(String... cells) {
    var types = new ColumnTypes(1);
    for (var cell : cells) {
      types.see(0, cell);
    }
    return types.of(0);
  }
}
