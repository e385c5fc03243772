package io.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.cli.rows.InputException;
import io.weir.cli.terminal.ExitCode;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;

final class FailureMessageTest {

  @Test
  void aServiceThatDoesNotAnswerIsUnavailable() {
    var failure = new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "connection=none", new ConnectException("refused"));

    assertThat(FailureMessage.about(failure).exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(FailureMessage.about(failure).line()).contains("weir serve").contains("--endpoint");
  }

  @Test
  void aBusyServiceIsUnavailable() {
    assertThat(FailureMessage.about(new ServiceBusyException("")).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void theMessageOfAWrongKeyNamesTheKeyOption() {
    var failure = new AccessDeniedException(ErrorCode.AUTHENTICATION_FAILED, "");

    assertThat(FailureMessage.about(failure).line())
        .contains("AuthenticationFailed")
        .contains("--key");
  }

  @Test
  void aRefusalIsReportedWithItsCode() {
    var failure = new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=People");

    assertThat(FailureMessage.about(failure).line())
        .isEqualTo("TableNotFound: The table specified does not exist. table=People");
  }

  @Test
  void wrappedFailuresAreUnwrapped() {
    var missing = new NoSuchFileException("people.csv");

    assertThat(FailureMessage.about(new UncheckedIOException(missing)).line())
        .isEqualTo("There is no file people.csv.");
    assertThat(FailureMessage.about(Exceptions.propagate(missing)).line())
        .isEqualTo("There is no file people.csv.");
  }

  @Test
  void aFaultInAnInputFileIsReportedUnchanged() {
    assertThat(FailureMessage.about(InputException.atLine(7, "broken.")).line())
        .isEqualTo("Line 7: broken.");
  }

  @Test
  void theStackTraceIsPrintedOnlyOnRequest() {
    var quiet = new Transcript();
    var verbose = new Transcript();
    var complaint = FailureMessage.about(new IllegalStateException("odd"));

    assertThat(complaint.print(quiet.terminal(), false)).isEqualTo(ExitCode.FAILED);
    complaint.print(verbose.terminal(), true);

    assertThat(quiet.err().lines())
        .singleElement()
        .asString()
        .contains("odd")
        .contains("--verbose");
    assertThat(verbose.err()).contains("\tat ");
  }
}
