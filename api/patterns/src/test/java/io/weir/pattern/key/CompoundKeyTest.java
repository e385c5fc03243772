package io.weir.pattern.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.FilterPrinter;
import java.time.Instant;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of keys with several parts, and the keys that are refused. */
final class CompoundKeyTest {

  @Test
  void partsAreReadableText() {
    var key = CompoundKey.of("Sales").digits(6, 42).then(-1).then("Oslo");

    assertThat(key.text()).isEqualTo("Sales!000042!02147483647!Oslo");
  }

  @Test
  void newestFirstPutsLaterTimesFirst() {
    var older = CompoundKey.of("log").newestFirst(Instant.parse("2026-01-01T00:00:00Z"));
    var newer = CompoundKey.of("log").newestFirst(Instant.parse("2026-01-01T00:00:00.0000001Z"));

    assertThat(newer.text()).isLessThan(older.text());
    assertThat(newer.text()).isEqualTo("log!2516350751999999998");
  }

  @Test
  void allPartsAreReadBackInTheirOrder() {
    var id = new UUID(1, 2);
    var at = Instant.parse("2026-01-02T03:04:05.0000006Z");
    var reader = CompoundKeyReader.of(CompoundKey.of(-5)
        .then(id)
        .then(7L)
        .oldestFirst(at)
        .newestFirst(at)
        .digits(3, 9)
        .text());

    assertThat(reader.int32()).isEqualTo(-5);
    assertThat(reader.guid()).isEqualTo(id);
    assertThat(reader.int64()).isEqualTo(7);
    assertThat(reader.oldestFirst()).isEqualTo(at);
    assertThat(reader.newestFirst()).isEqualTo(at);
    assertThat(reader.digits(3)).isEqualTo(9);
    reader.end();
  }

  @Test
  void aRangeByPrefixSkipsCharactersThatNoKeyHolds() {
    assertThat(FilterPrinter.print(KeyRange.prefix("v1.").of("RowKey")))
        .isEqualTo("RowKey ge 'v1.' and RowKey lt 'v10'");
    assertThat(FilterPrinter.print(KeyRange.textPrefix("v1.").of("Name")))
        .isEqualTo("Name ge 'v1.' and Name lt 'v1/'");
    assertThat(FilterPrinter.print(CompoundKey.of("Sales").prefix().of("RowKey")))
        .isEqualTo("RowKey ge 'Sales!' and RowKey lt 'Sales\"'");
  }

  @Test
  void aPrefixWithoutASuccessorHasNoEnd() {
    assertThat(KeyRange.prefix("").end()).isEmpty();
    assertThat(KeyRange.prefix("\uFFFF").end()).isEmpty();
    assertThat(KeyRange.between("a", "b").contains("b")).isFalse();
  }

  @Test
  void aForbiddenCharacterIsRefusedWithItsPosition() {
    refused(() -> CompoundKey.of("a").then("b/c"), ErrorCode.OUT_OF_RANGE_INPUT, "U+002F at=3");
    refused(() -> CompoundKey.of("\u0007"), ErrorCode.OUT_OF_RANGE_INPUT, "U+0007");
    refused(() -> KeyRange.prefix("a?"), ErrorCode.OUT_OF_RANGE_INPUT, "U+003F");
  }

  @Test
  void aTooLongKeyIsRefusedWithItsLength() {
    var longest = CompoundKey.of("x".repeat(510));

    assertThat(longest.then("y").text()).hasSize(512);
    refused(() -> longest.then("yz"), ErrorCode.KEY_VALUE_TOO_LARGE, "key=CompoundKey units=513");
    refused(() -> longest.then(" "), ErrorCode.KEY_VALUE_TOO_LARGE, "units=513");
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    refused(() -> CompoundKey.of("a").digits(3, 1000), ErrorCode.OUT_OF_RANGE_INPUT, "to=999");
    refused(() -> CompoundKey.of("a").digits(3, -1), ErrorCode.OUT_OF_RANGE_INPUT, "keyNumber=-1");
    assertThatThrownBy(() -> KeyPart.digits(19)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyPart.digits(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "42",
        "1000000004x",
        "12147483648",
        "02147483648",
        "20000000000",
        "10000000042!",
        "a\"9",
        "a\""
      })
  void aKeyOfAnotherPatternIsRefused(String key) {
    refused(
        () -> {
          var reader = CompoundKeyReader.of(key);
          reader.int32();
          reader.end();
        },
        ErrorCode.INVALID_INPUT,
        "expectedKeyPart");
  }

  @Test
  void readingPastTheEndAndMalformedTimesOrUuidsAreRefused() {
    var reader = CompoundKeyReader.of("a");
    reader.text();

    refused(reader::text, ErrorCode.INVALID_INPUT, "expectedKeyPart=further");
    refused(() -> KeyPart.GUID.read("1-1-1-1-1"), ErrorCode.INVALID_INPUT, "guid");
    refused(() -> KeyPart.GUID.read("x"), ErrorCode.INVALID_INPUT, "guid");
    refused(
        () -> KeyPart.OLDEST_FIRST.read("9999999999999999999"), ErrorCode.INVALID_INPUT, "digits");
  }

  private static void refused(ThrowingCallable call, ErrorCode code, String fact) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code))
        .hasMessageContaining(fact);
  }
}
