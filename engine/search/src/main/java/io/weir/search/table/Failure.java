package io.weir.search.table;

import io.weir.engine.disk.DiskFailure;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failure of a table's index, and the next try after a pause. Belongs to the table's worker.
 *
 * <p>A failure that repeats itself is logged once.
 */
final class Failure {

  private static final Logger LOG = LoggerFactory.getLogger(Failure.class);

  private final BuildContext context;
  private final Runnable again;
  private String text = "";
  private boolean isRetrying;

  /**
   * Makes the state without a failure.
   *
   * @param again the next try; guards itself against failures
   */
  Failure(BuildContext context, Runnable again) {
    this.context = context;
    this.again = again;
  }

  /** Notes a failure and tries again after the pause. */
  void note(Throwable cause) {
    var told = DiskFailure.told(cause); // no folder of the server; the log has the path
    if (told.equals(text)) {
      LOG.debug("a text index has failed again table={}", context.distance().table(), cause);
    } else {
      LOG.warn(
          "a text index has failed and is tried again table={} seconds={}",
          context.distance().table(),
          context.retry().toSeconds(),
          cause);
    }
    text = told;
    context.failures().increment();
    if (!isRetrying) {
      isRetrying = isScheduled();
    }
  }

  private boolean isScheduled() {
    try {
      var unused =
          context.worker().schedule(this::retry, context.retry().toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("the worker of a failed text index takes no more tasks", e);
      return false;
    }
  }

  private void retry() {
    isRetrying = false;
    again.run();
  }

  /** Forgets the failure: what failed has succeeded. */
  void clear() {
    text = "";
  }

  /** Returns the present failure for people to read; empty without one. */
  String text() {
    return text;
  }
}
