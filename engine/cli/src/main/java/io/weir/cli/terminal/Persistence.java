package io.weir.cli.terminal;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Repeats a transfer, which begins again where it stopped, when the connection breaks, or when the
 * service is stopped or busy. Gives up after some time without progress. Belongs to one thread,
 * which blocks.
 */
public final class Persistence {

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
  public Persistence(boolean resumes, Duration patience, Time time, Terminal terminal) {
    this.resumes = resumes;
    this.patience = patience;
    this.time = time;
    this.terminal = terminal;
  }

  /** An attempt to transfer the missing part. */
  @FunctionalInterface
  public interface Attempt {
    void run() throws IOException;
  }

  /** A clock, and the way to let time pass. */
  public interface Time {

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
   * Repeats the attempt until it succeeds. Says once that it does, and again after each progress.
   *
   * @param progress a number that exceeds all its earlier values after each progress
   */
  public void complete(Attempt attempt, LongSupplier progress) throws IOException {
    var reached = progress.getAsLong();
    var since = time.nanos();
    var said = false;
    while (true) {
      try {
        attempt.run();
        return;
      } catch (IOException | TableServiceException e) {
        if (progress.getAsLong() > reached) {
          reached = progress.getAsLong();
          since = time.nanos();
          said = false;
        }
        if (!resumes || !isPassing(e) || time.nanos() - since > patience.toNanos()) {
          throw e;
        }
        if (!said) {
          terminal.remark("interrupted: " + e.getMessage() + "; trying again");
          said = true;
        }
        pause();
      }
    }
  }

  /** Repeats the attempt until it succeeds, as {@link #complete} does, and returns its result. */
  public <T> T result(Supplier<T> attempt, LongSupplier progress) throws IOException {
    var results = new ArrayList<T>(1);
    complete(() -> results.add(attempt.get()), progress);
    return results.get(0);
  }

  /**
   * Returns whether a later attempt may succeed. An offset has changed if an answer to an earlier
   * part was lost. A client reports a connection that it cannot make or that broke as
   * {@code InternalError}.
   */
  private static boolean isPassing(Exception failure) {
    return failure instanceof IOException && !(failure instanceof FileSystemException)
        || failure instanceof TableServiceException refused
            && (refused.retryable()
                || refused.code() == ErrorCode.UPLOAD_OFFSET_MISMATCH
                || refused instanceof ServiceFailedException);
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
