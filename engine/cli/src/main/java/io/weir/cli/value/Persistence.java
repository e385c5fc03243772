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
 * A transfer that begins again where it stopped when the connection breaks, or when the service is stopped or busy. Gives up after
 * some time without progress.
 */
final class Persistence {

  /** Time between a failure and the next attempt. */
  static final Duration PAUSE = Duration.ofMillis(500);

  private final boolean resumes;
  private final Duration patience;
  private final Time time;
  private final Terminal terminal;

  /**
   * Creates a way to transfer.
   *
   * @param resumes whether it begins again at all
   * @param patience time without progress after which it gives up
   */
  Persistence(boolean resumes, Duration patience, Time time, Terminal terminal) {
    this.resumes = resumes;
    this.patience = patience;
    this.time = time;
    this.terminal = terminal;
  }

  /** An attempt to transfer the missing part. */
  @FunctionalInterface
  interface Attempt {
    void run() throws IOException;
  }

  /** A clock, and the way to let time pass. */
  interface Time {

    /** The time of the system. */
    Time SYSTEM = new Time() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void pause(Duration pause) throws InterruptedException {
        Thread.sleep(pause.toMillis());
      }
    };

    long nanos();

    void pause(Duration pause) throws InterruptedException;
  }

  /**
   * Repeats the attempt until it succeeds.
   *
   * @param progress a number that exceeds all its earlier values after each progress
   */
  void complete(Attempt attempt, LongSupplier progress) throws IOException {
    var reached = progress.getAsLong();
    var since = time.nanos();
    while (true) {
      try {
        attempt.run();
        return;
      } catch (IOException | TableServiceException e) {
        if (progress.getAsLong() > reached) {
          reached = progress.getAsLong();
          since = time.nanos();
        }
        if (!resumes || !isPassing(e) || time.nanos() - since > patience.toNanos()) {
          throw e;
        }
        terminal.remark("interrupted: " + e.getMessage() + "; trying again");
        pause();
      }
    }
  }

  /** Returns whether a later attempt may succeed. An offset has changed if an answer to an earlier part was lost. */
  private static boolean isPassing(Exception failure) {
    return failure instanceof IOException && !(failure instanceof FileSystemException)
        || failure instanceof TableServiceException refused
            && (refused.retryable()
                || refused.code() == ErrorCode.UPLOAD_OFFSET_MISMATCH
                || refused.code() == ErrorCode.OPERATION_TIMED_OUT);
  }

  private void pause() throws IOException {
    try {
      time.pause(PAUSE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted between two attempts.");
    }
  }
}
