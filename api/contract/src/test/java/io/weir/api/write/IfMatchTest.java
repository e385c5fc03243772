package io.weir.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.entity.ETag;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IfMatchTest {

  @Test
  void anAsteriskMatchesEveryVersion() {
    assertThat(IfMatch.parse("*")).isEqualTo(IfMatch.ANY);
    assertThat(IfMatch.ANY.matches(1)).isTrue();
    assertThat(IfMatch.ANY.header()).isEqualTo("*");
  }

  @Test
  void aTagMatchesItsVersionOnly() {
    var condition = IfMatch.parse(ETag.ofTimestamp(77).text());

    assertThat(condition).isEqualTo(IfMatch.version(ETag.ofTimestamp(77)));
    assertThat(condition.matches(77)).isTrue();
    assertThat(condition.matches(76)).isFalse();
    assertThat(condition.header()).isEqualTo(ETag.ofTimestamp(77).text());
  }

  @Test
  void theMarkOfAWeakTagIsReadInEitherCase() {
    var tag = ETag.ofTimestamp(77).text();

    var condition = IfMatch.parse("w" + tag.substring(1));

    assertThat(condition).isEqualTo(IfMatch.parse(tag));
    assertThat(condition.matches(77)).isTrue();
    assertThat(condition.header()).isEqualTo(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"W/\"x\"", "W/\"datetime'\"", "W/\"\""})
  void aForeignTagMatchesNothing(String tag) {
    assertThat(IfMatch.parse(tag).matches(0)).isFalse();
    assertThat(IfMatch.parse(tag).matches(1)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "**",
        "* ",
        "\"x\"",
        "W/\"a\", W/\"b\"",
        "w/\"a\", w/\"b\"",
        "w/",
        "w/x",
        "w\"x\""
      })
  void otherTextIsRefused(String header) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, () -> IfMatch.parse(header))
            .code())
        .isEqualTo(ErrorCode.INVALID_INPUT);
  }
}
