package io.weir.api.entity;

import static io.weir.api.entity.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ErrorCode;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityKeyTest {

  @Test
  void aKeyMayHave512UnitsAndNoMore() {
    for (var unit : new String[] {"a", "\uFFFF"}) {
      assertAccepted(unit.repeat(512));
      assertRefusedAs(ErrorCode.KEY_VALUE_TOO_LARGE, unit.repeat(513));
    }
    assertAccepted("😀".repeat(256));
    assertRefusedAs(ErrorCode.KEY_VALUE_TOO_LARGE, "😀".repeat(256) + "a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "~", "\u00A0", "a b", "'", "\"", "%", "&", "é", "\uD7FF", "😀", "\uE000", "\uFFFF"
      })
  void aKeyMayContainAllCharactersThatAreNotForbidden(String key) {
    assertAccepted(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "\\", "#", "?", "\u0000", "\u001F", "\u007F", "\u009F", "\t", "\n"})
  void aForbiddenCharacterIsRefusedAtAnyPosition(String forbidden) {
    for (var key : new String[] {forbidden, "a" + forbidden, forbidden + "a"}) {
      assertRefusedAs(ErrorCode.OUT_OF_RANGE_INPUT, key);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\uD83D", "\uDE00", "a\uD83D", "\uD83Da", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
  void anUnpairedSurrogateIsRefused(String key) {
    assertRefusedAs(ErrorCode.INVALID_INPUT, key);
  }

  @Test
  void theEncodedFormIsBothTextsWithAZeroBetween() {
    assertThat(HexFormat.of().formatHex(new EntityKey("aé", "\uFFFF😀").encoded()))
        .isEqualTo("61c3a9" + "00" + "efbfbf" + "eda0bd" + "edb880");
    assertThat(new EntityKey("", "").encoded()).containsExactly(0);
  }

  @ParameterizedTest
  @CsvSource({
    "61, no separator",
    "'', no bytes",
    "610080, continuation without a lead",
    "61C300, lead without a continuation",
    "6100C3, text ends within a character",
    "6100E282, text ends within a character",
    "6100C080, zero in two bytes",
    "6100C1A1, one byte written as two",
    "6100E081A1, one byte written as three",
    "6100F09F9880, a pair written as one",
    "6100FF, no lead",
    "E20061, separator within a character"
  })
  void bytesThatEncodeNoKeyAreRefused(String hex, String why) {
    var bytes = HexFormat.of().parseHex(hex);

    assertRefused(ErrorCode.INVALID_INPUT, () -> EntityKey.decode(bytes, 0, bytes.length));
  }

  @Test
  void decodingReadsNothingBeyondTheKey() {
    var bytes = HexFormat.of().parseHex("6100C3" + "A9");

    assertRefused(ErrorCode.INVALID_INPUT, () -> EntityKey.decode(bytes, 0, 3));
    assertThat(EntityKey.decode(bytes, 0, 4)).isEqualTo(new EntityKey("a", "é"));
  }

  private static void assertAccepted(String key) {
    assertThat(EntityKey.isKey(key)).isTrue();
    assertThat(new EntityKey(key, "").partitionKey()).isEqualTo(key);
    assertThat(new EntityKey("", key).rowKey()).isEqualTo(key);
  }

  private static void assertRefusedAs(ErrorCode code, String key) {
    assertThat(EntityKey.isKey(key)).isFalse();
    assertRefused(code, () -> new EntityKey(key, ""));
    assertRefused(code, () -> new EntityKey("", key));
  }
}
