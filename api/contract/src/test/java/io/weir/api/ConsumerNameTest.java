package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The names of consumers. */
final class ConsumerNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "search-index", "a--b", "2030", "$search-1"})
  void lowerCaseLettersDigitsInnerDashesAndADollarSignInFrontAreAName(String name) {
    assertThat(new ConsumerName(name).toString()).isEqualTo(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-a", "a-", "-", "A", "a_b", "a b", "a/b", "a'b", "é", "a.b", "$", "$-a", "a$", "$$a"
      })
  void anotherFormIsNoName(String name) {
    assertRefused(name, ErrorCode.INVALID_RESOURCE_NAME);
  }

  @Test
  void aDollarSignInFrontIsOfTheService() {
    assertThat(new ConsumerName("$search-1").isOfService()).isTrue();
    assertThat(new ConsumerName("search-1").isOfService()).isFalse();
  }

  @Test
  void aNameHas63CharactersAtMost() {
    assertThat(new ConsumerName("a".repeat(63)).value()).hasSize(63);
    assertRefused("a".repeat(64), ErrorCode.OUT_OF_RANGE_INPUT);
    assertRefused("", ErrorCode.OUT_OF_RANGE_INPUT);
  }

  private static void assertRefused(String name, ErrorCode code) {
    assertThatThrownBy(() -> new ConsumerName(name))
        .isInstanceOfSatisfying(
            TableServiceException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
