package io.weir.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TableServiceExceptionTest {

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasAnExceptionTypeThatKeepsCodeAndFacts(ErrorCode code) {
    var failure = TableServiceException.of(code, "table=Birds").atOperation(7);

    assertThat(failure.code()).isEqualTo(code);
    assertThat(failure.facts()).isEqualTo("table=Birds");
    assertThat(failure).hasMessage(code.text() + " table=Birds");
    assertThat(failure.failedOperation()).isEqualTo(7);
    assertThat(failure.retryable()).isEqualTo(code == ErrorCode.SERVER_BUSY);
    assertThat(ErrorCode.ofCode(code.code())).contains(code);
  }

  @Test
  void withoutFactsTheMessageIsTheConstantText() {
    var failure = new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "");

    assertThat(failure).hasMessage(ErrorCode.TABLE_NOT_FOUND.text());
    assertThat(failure.failedOperation()).isEqualTo(TableServiceException.NO_OPERATION);
  }

  @Test
  void factsContainNoCharacterThatBreaksALogOrAHeader() {
    var failure =
        new InvalidRequestException(ErrorCode.INVALID_INPUT, "name=a\r\nb\uD83D c=\uD83D\uDE00");

    assertThat(failure.facts()).isEqualTo("name=a\uFFFD\uFFFDb\uFFFD c=\uD83D\uDE00");
  }

  @Test
  void longFactsAreCutEvenWithinACharacter() {
    var whole = "\uD83D\uDE00".repeat(PrintableFacts.LONGEST_UNITS / 2);

    assertThat(facts(whole)).isEqualTo(whole);
    assertThat(facts("x" + whole))
        .isEqualTo("x" + whole.substring(0, PrintableFacts.LONGEST_UNITS - 2) + "\uFFFD…");
  }

  private static String facts(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts).facts();
  }
}
