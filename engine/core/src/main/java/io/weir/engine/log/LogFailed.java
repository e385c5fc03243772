package io.weir.engine.log;

import io.weir.engine.disk.DiskFailure;
import org.jspecify.annotations.Nullable;

/**
 * Thrown or reported if the log could not keep a batch: a write, a force or a rotation failed, or
 * the log is closed.
 *
 * <p>Unless {@link #isNothingKept}, the outcome of the batch is unknown: replay may show it if the
 * store is opened before the log continues, and never afterwards.
 */
public final class LogFailed extends LogException {
  private static final long serialVersionUID = 1;

  private final boolean lasting;
  private final boolean nothingKept;
  private final boolean elsewhere;

  private LogFailed(
      String message, @Nullable Throwable cause, boolean lasting, boolean nothingKept) {
    this(message, cause, lasting, nothingKept, false);
  }

  private LogFailed(
      String message,
      @Nullable Throwable cause,
      boolean lasting,
      boolean nothingKept,
      boolean elsewhere) {
    super(message, cause);
    this.elsewhere = elsewhere;
    this.lasting = lasting;
    this.nothingKept = nothingKept;
  }

  /** Returns the failure of a log that was closed and takes no batches. */
  public static LogFailed closed() {
    return new LogFailed("log is closed", null, true, true);
  }

  /** Returns the failure of a log that lost bytes of batches which were not acknowledged. */
  public static LogFailed at(long position, Throwable cause, boolean lasting) {
    return new LogFailed("log failed position=" + position, cause, lasting, false);
  }

  /**
   * Returns the failure of a log that takes batches on another machine only. Nothing of the batch
   * was kept.
   *
   * @param leader the machine that takes them; null if it is not known
   */
  public static LogFailed notLeader(@Nullable String leader) {
    return new LogFailed("notLeader" + named(leader), null, false, true, true);
  }

  /**
   * Returns the failure of a batch that was proposed by a machine which lost the leadership before
   * it knew the outcome.
   */
  public static LogFailed leadershipLost(@Nullable String leader) {
    return new LogFailed("leadershipLost" + named(leader), null, false, false, true);
  }

  private static String named(@Nullable String leader) {
    return leader == null ? "" : " leader=" + leader;
  }

  /** Returns the failure for a batch of which nothing was written because of this failure. */
  public LogFailed refusal() {
    return new LogFailed(
        lasting ? "log failed permanently" : "log failed before this batch", this, lasting, true);
  }

  /** Returns whether the log takes no batches until the store is opened again. */
  public boolean isLasting() {
    return lasting;
  }

  /**
   * Returns whether it is certain that nothing of the batch was kept, so that the owner may send it
   * again.
   */
  public boolean isNothingKept() {
    return nothingKept;
  }

  /** Returns whether this log is sound and another machine takes the batches. */
  public boolean isElsewhere() {
    return elsewhere;
  }

  /** Returns the root cause for people to read. The text is safe to show to clients. */
  public String reason() {
    return DiskFailure.told(this);
  }
}
