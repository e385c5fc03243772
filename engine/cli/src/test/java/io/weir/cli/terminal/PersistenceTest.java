package io.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.cli.Transcript;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Transfers that are tried again until they come no further for some time. The clock is stepped by
 * the pauses and the attempts.
 */
final class PersistenceTest {

  private static final Duration PATIENCE = Persistence.PAUSE.multipliedBy(4);

  private final Transcript screen = new Transcript();
  private final SteppedTime time = new SteppedTime();
  private int attempts;
  private long progress;

  @Test
  void aTransferWithoutProgressEndsAfterItsPatience() {
    assertThatThrownBy(() -> resuming().complete(this::breakOff, () -> progress))
        .isInstanceOf(EOFException.class);

    assertThat(attempts).as("at 0, 1, 2, 3, 4 and 5 pauses").isEqualTo(6);
    assertThat(screen.err()).contains("interrupted: test; trying again");
  }

  @Test
  void progressBeginsThePatienceAgain() {
    assertThatThrownBy(() -> resuming()
            .complete(
                () -> {
                  progress += attempts == 4 ? 1 : 0;
                  breakOff();
                },
                () -> progress))
        .isInstanceOf(EOFException.class);

    assertThat(attempts).as("the fifth comes further, then five more").isEqualTo(10);
  }

  @Test
  void timeInAnAttemptCounts() {
    assertThatThrownBy(() -> resuming()
            .complete(
                () -> {
                  time.pause(PATIENCE.plusNanos(1));
                  breakOff();
                },
                () -> progress))
        .isInstanceOf(EOFException.class);

    assertThat(attempts).isOne();
  }

  @Test
  void aTransferThatSucceedsEnds() {
    assertThatCode(() -> resuming()
            .complete(
                () -> {
                  if (attempts < 2) {
                    attempts++;
                    throw new ServiceBusyException("reason=test");
                  }
                },
                () -> progress))
        .doesNotThrowAnyException();
    assertThat(attempts).isEqualTo(2);
  }

  @Test
  void aLastingFailureIsNotTriedAgain() {
    for (var failure : List.of(
        new FileSystemException("full"),
        new InvalidRequestException(ErrorCode.INVALID_INPUT, "sha256=other"))) {
      attempts = 0;
      assertThatThrownBy(() -> resuming().complete(() -> fail(failure), () -> progress))
          .isSameAs(failure);
      assertThat(attempts).isOne();
    }
  }

  @Test
  void aTransferThatDoesNotResumeIsTriedOnce() {
    var once = new Persistence(false, PATIENCE, time, screen.terminal());

    assertThatThrownBy(() -> once.complete(this::breakOff, () -> progress))
        .isInstanceOf(EOFException.class);

    assertThat(attempts).isOne();
  }

  private Persistence resuming() {
    return new Persistence(true, PATIENCE, time, screen.terminal());
  }

  private void breakOff() throws IOException {
    attempts++;
    throw new EOFException("test");
  }

  private void fail(Exception failure) throws IOException {
    attempts++;
    if (failure instanceof IOException problem) {
      throw problem;
    }
    throw (RuntimeException) failure;
  }
}
