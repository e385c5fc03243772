package io.weir.engine.log;

/**
 * The log stopped for ever: a write, a force or a rotation failed, or it is closed.
 *
 * <p>Not retryable on this log; open the store anew. What was not acknowledged has an unknown
 * outcome.
 */
public final class LogFailed extends LogException {
  private static final long serialVersionUID = 1;

  LogFailed(String message) {
    super(message, null);
  }

  LogFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
