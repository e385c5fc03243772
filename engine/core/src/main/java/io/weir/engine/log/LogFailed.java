package io.weir.engine.log;

import io.weir.engine.disk.DiskFailure;
import org.jspecify.annotations.Nullable;

/**
 * The log could not keep a batch: a write, a force or a rotation failed, or it is closed.
 *
 * <p>Unless {@link #isNothingKept}, the outcome of the batch is unknown: it may be replayed if the
 * store is opened before the log goes on, and never after that.
 */
public final class LogFailed extends LogException {
  private static final long serialVersionUID = 1;

  private final boolean lasting;
  private final boolean nothingKept;

  private LogFailed(
      String message, @Nullable Throwable cause, boolean lasting, boolean nothingKept) {
    super(message, cause);
    this.lasting = lasting;
    this.nothingKept = nothingKept;
  }

  /** Nothing is taken any more, because the log was closed. */
  public static LogFailed closed() {
    return new LogFailed("log is closed", null, true, true);
  }

  /** Something went wrong with bytes of batches that nobody was told are kept. */
  public static LogFailed at(long position, Throwable cause, boolean lasting) {
    return new LogFailed("log failed position=" + position, cause, lasting, false);
  }

  /** What a batch is told of which nothing was written, because of this failure. */
  public LogFailed refusal() {
    return new LogFailed(
        lasting ? "log failed for good" : "log failed a moment ago", this, lasting, true);
  }

  /** Whether the log takes nothing more until the store is opened anew. */
  public boolean isLasting() {
    return lasting;
  }

  /** Whether it is certain that nothing of the batch was kept, so that it may be sent again. */
  public boolean isNothingKept() {
    return nothingKept;
  }

  /** What went wrong in the first place, for people to read, strangers among them. */
  public String reason() {
    return DiskFailure.told(this);
  }
}
