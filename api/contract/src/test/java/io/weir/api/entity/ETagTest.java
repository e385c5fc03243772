package io.weir.api.entity;

import static io.weir.api.entity.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.edm.EdmDateTime;
import io.weir.api.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ETagTest {

  @Test
  void aTagContainsTheTimestampWithEncodedColons() {
    var moment = EdmDateTime.parse("2020-11-07T01:23:21.0555975Z");

    var tag = ETag.ofTimestamp(moment.ticks());

    assertThat(tag.text()).isEqualTo("W/\"datetime'2020-11-07T01%3A23%3A21.0555975Z'\"");
    assertThat(tag.timestamp()).hasValue(moment.ticks());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9_999_999, 10_000_000, EdmDateTime.MAX_TICKS})
  void everyTickIsReadBack(long ticks) {
    assertThat(ETag.ofTimestamp(ticks).timestamp()).hasValue(ticks);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "W/\"datetime'2020-11-07T01:23:21.0555975Z'\"",
        "W/\"datetime'2020-11-07T01%3a23%3a21.0555975Z'\"",
        "W/\"datetime'2020-11-07T02%3A23%3A21.0555975+01%3A00'\""
      })
  void otherSpellingsOfTheTimestampNameTheSameVersion(String text) {
    assertThat(new ETag(text).timestamp())
        .hasValue(EdmDateTime.parse("2020-11-07T01:23:21.0555975Z").ticks());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "W/\"\"",
        "W/\"x\"",
        "W/\"datetime'\"",
        "W/\"datetime''\"",
        "W/\"datetime'x'\"",
        "W/\"datetime'1600-01-01T00:00:00Z'\"",
        "W/\"datetime'2020-11-07T01:23:21Z\"",
        "W/\"DateTime'2020-11-07T01:23:21Z'\""
      })
  void aForeignWeakTagNamesNoVersion(String text) {
    assertThat(new ETag(text).timestamp()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "x",
        "\"x\"",
        "W/",
        "W/x",
        "W/\"",
        "W/\"x",
        "w/\"x\"",
        "W/\"x\"\"",
        " W/\"x\"",
        "W/\"x\" ",
        "W/\"x\",W/\"y\""
      })
  void textThatIsNotAWeakTagIsRefused(String text) {
    assertRefused(ErrorCode.INVALID_INPUT, () -> new ETag(text));
  }
}
