package io.weir.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

  @Test
  void aTableNameHas3To63Characters() {
    assertThat(new TableName("abc").value()).isEqualTo("abc");
    assertThat(new TableName("a".repeat(63)).value()).hasSize(63);
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> new TableName("ab"));
    assertRefused(ErrorCode.OUT_OF_RANGE_INPUT, () -> new TableName("a".repeat(64)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1abc", "a_b", "a-b", "a b", "äbc", "abc\n", "tables", "TABLES"})
  void aTableNameIsALetterThenLettersAndDigits(String name) {
    assertRefused(ErrorCode.INVALID_RESOURCE_NAME, () -> new TableName(name));
  }

  @Test
  void tablesThatDifferInCaseAreTheSame() {
    assertThat(new TableName("Birds"))
        .isEqualTo(new TableName("bIRDS"))
        .hasSameHashCodeAs(new TableName("bIRDS"));
    assertThat(new TableName("Birds")).hasToString("Birds");
    assertThat(new TableName("Birds").folded()).isEqualTo("birds");
  }

  @Test
  void anAccountNameHas3To24LowerCaseLettersAndDigits() {
    assertThat(new AccountName("abc")).hasToString("abc");
    assertThat(new AccountName("1".repeat(24)).value()).hasSize(24);
    for (var name : new String[] {"ab", "a".repeat(25), "Abc", "a-b", "abc\n", ""}) {
      assertRefused(ErrorCode.INVALID_RESOURCE_NAME, () -> new AccountName(name));
    }
  }

  private static void assertRefused(ErrorCode code, ThrowingCallable attempt) {
    assertThat(catchThrowableOfType(InvalidRequestException.class, attempt).code())
        .isEqualTo(code);
  }
}
