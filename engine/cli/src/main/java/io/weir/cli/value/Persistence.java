package io.weir.cli.value;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A transfer that begins again where it stopped when the connection breaks, or when the service is stopped or busy. Gives up when it has not
 * come further for some time.
 */
final class Persistence {

  private static final Duration PAUSE = Duration.ofMillis(500);

  private final boolean resumes;
  private final Duration patience;
  private final Terminal terminal;

  /**
   * Creates a way to transfer.
   *
   * @param resumes whether it begins again at all
   * @param patience time without progress after which it gives up
   */
  Persistence(boolean resumes, Duration patience, Terminal terminal) {
    this.resumes = resumes;
    this.patience = patience;
    this.terminal = terminal;
  }

  /** An attempt to transfer what is missing. */
  @FunctionalInterface
  interface Attempt {
    void run() throws IOException;
  }

  /**
   * Repeats the attempt until it succeeds.
   *
   * @param position grows as the transfer comes further
   */
  void complete(Attempt attempt, LongSupplier position) throws IOException {
    var reached = position.getAsLong();
    var since = System.nanoTime();
    while (true) {
      try {
        attempt.run();
        return;
      } catch (IOException | TableServiceException e) {
        if (position.getAsLong() > reached) {
          reached = position.getAsLong();
          since = System.nanoTime();
        }
        if (!resumes || !isPassing(e) || System.nanoTime() - since > patience.toNanos()) {
          throw e;
        }
        terminal.remark("interrupted: " + e.getMessage() + "; trying again");
        pause();
      }
    }
  }

  /** An offset that has changed may be that of a part whose answer was lost. */
  private static boolean isPassing(Exception failure) {
    return failure instanceof IOException && !(failure instanceof FileSystemException)
        || failure instanceof TableServiceException refused
            && (refused.retryable()
                || refused.code() == ErrorCode.UPLOAD_OFFSET_MISMATCH
                || refused.code() == ErrorCode.OPERATION_TIMED_OUT);
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted between two attempts.");
    }
  }
}
