package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedGroupsTest {

  @Test
  void includeTheirNumbersOrAllOthers() {
    assertThat(FeedGroups.ALL.includes(7)).isTrue();
    assertThat(FeedGroups.only(3).includes(3)).isTrue();
    assertThat(FeedGroups.only(3).includes(4)).isFalse();
    assertThat(FeedGroups.except(Set.of(3)).includes(3)).isFalse();
    assertThat(FeedGroups.except(Set.of(3)).includes(4)).isTrue();
    assertThat(FeedGroups.except(List.of())).isEqualTo(FeedGroups.ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3,17", "!0", "!1,2,1023"})
  void readTheTextThatTheyWrite(String text) {
    assertThat(FeedGroups.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!", "a", "-1", "1,", ",1", "1;2", "1024", "!1024", "99999", " 1"})
  void refuseOtherTexts(String text) {
    assertThatThrownBy(() -> FeedGroups.parse(text)).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void refuseNoGroupAndNegativeNumbers() {
    assertThatThrownBy(() -> new FeedGroups(false, new TreeSet<>()))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> FeedGroups.only(-1)).isInstanceOf(InvalidRequestException.class);
  }
}
