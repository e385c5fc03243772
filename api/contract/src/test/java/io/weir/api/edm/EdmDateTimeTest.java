package io.weir.api.edm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EdmDateTimeTest {

  @Test
  void theEarliestTimeIsIn1601() {
    var first = EdmDateTime.parse("1601-01-01T00:00:00Z");

    assertThat(first.ticks()).isZero();
    assertThat(first).hasToString("1601-01-01T00:00:00Z");
    assertRefused(
        ErrorCode.OUT_OF_RANGE_INPUT, () -> EdmDateTime.parse("1600-12-31T23:59:59.9999999Z"));
    assertRefused(
        ErrorCode.OUT_OF_RANGE_INPUT,
        () -> EdmDateTime.of(Instant.parse("1600-12-31T23:59:59.9999999Z")));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> EdmDateTime.of(Instant.MIN));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> new EdmDateTime(-1));
  }

  @Test
  void theLatestTimeIsIn9999() {
    var last = EdmDateTime.parse("9999-12-31T23:59:59.9999999Z");

    assertThat(last.ticks()).isEqualTo(EdmDateTime.MAX_TICKS);
    assertThat(last).hasToString("9999-12-31T23:59:59.9999999Z");
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> EdmDateTime.parse("+10000-01-01T00:00:00Z"));
    assertRefused(
        ErrorCode.OUT_OF_RANGE_INPUT, () -> EdmDateTime.parse("9999-12-31T23:59:59-00:01"));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> EdmDateTime.of(Instant.MAX));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> new EdmDateTime(EdmDateTime.MAX_TICKS + 1));
  }

  @ParameterizedTest
  @CsvSource({
    "2020-11-07T01:23:21.0555975Z, 2020-11-07T01:23:21.0555975Z",
    "2020-11-07T01:23:21.5000000Z, 2020-11-07T01:23:21.5Z",
    "2020-11-07T01:23:21.0000001Z, 2020-11-07T01:23:21.0000001Z",
    "2020-11-07T01:23:21.055597599Z, 2020-11-07T01:23:21.0555975Z",
    "2020-11-07T01:23:21.000Z, 2020-11-07T01:23:21Z",
    "2020-11-07T01:23:21, 2020-11-07T01:23:21Z",
    "2020-11-07T01:23, 2020-11-07T01:23:00Z",
    "2020-11-07, 2020-11-07T00:00:00Z",
    "2020-11-07Z, 2020-11-07T00:00:00Z",
    "2020-11-07+01:00, 2020-11-06T23:00:00Z",
    "2020-11-07 01:23:21Z, 2020-11-07T01:23:21Z",
    "2020-11-07T01:23:21+00:00, 2020-11-07T01:23:21Z",
    "2020-11-07T01:23:21.5+05:30, 2020-11-06T19:53:21.5Z",
    "2020-11-07T01:23:21-08:00, 2020-11-07T09:23:21Z",
    "1601-01-01T01:00:00+01:00, 1601-01-01T00:00:00Z",
    "2020-02-29T00:00:00Z, 2020-02-29T00:00:00Z"
  })
  void timesArePrintedInUtcWithoutTrailingZeros(String text, String printed) {
    assertThat(EdmDateTime.parse(text)).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "now",
        "2020-11",
        "2020-11-7",
        "2020-02-30",
        "2020-11-07 Z",
        "2020-11-07T",
        "2020-11-07T01",
        "2020-11-07T24:00:00Z",
        "2020-11-07T01:60:00Z",
        "2020-11-07T01:23:60Z",
        "2020-13-07T01:23:21Z",
        "2021-02-29T01:23:21Z",
        "2020-11-07T01:23:21.1234567890Z",
        "2020-11-07T01:23:21ZZ",
        "2020-11-07T01:23:21 Z",
        "20-11-07T01:23:21Z",
        "2020-11-07T01:23:21+25:00",
        "２０20-11-07T01:23:21Z"
      })
  void textThatIsNotADateTimeIsRefused(String text) {
    assertRefused(ErrorCode.INVALID_INPUT, () -> EdmDateTime.parse(text));
  }

  @Test
  void fractionsOfATickAreCutOff() {
    var tick = EdmDateTime.of(Instant.parse("1970-01-01T00:00:00.0000001Z"));

    assertThat(EdmDateTime.of(Instant.parse("1970-01-01T00:00:00.000000199Z"))).isEqualTo(tick);
    assertThat(EdmDateTime.of(Instant.parse("1969-12-31T23:59:59.999999999Z")).ticks())
        .isEqualTo(tick.ticks() - 2);
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable attempt) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, attempt).code())
        .isEqualTo(code);
  }
}
