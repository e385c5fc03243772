package io.weir.engine.shard;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.log.LogFailed;

/** Makes the failures of writes that clients receive when the log has failed. */
final class LogFailure {

  private LogFailure() {}

  /** Returns the failure of a write that was offered to the log. */
  static TableServiceException of(LogFailed cause) {
    return cause.isNothingKept() ? notDone(cause) : failed("outcome=unknown", cause);
  }

  /**
   * Returns the failure of a write that was not offered to the log. It is retryable, unless the log
   * stays failed.
   */
  static TableServiceException notDone(LogFailed cause) {
    return cause.isLasting()
        ? failed("outcome=notDone", cause)
        : new ServiceBusyException(busy(cause));
  }

  private static String busy(LogFailed cause) {
    return cause.isElsewhere()
        ? "reason=" + cause.reason()
        : "reason=logFailed cause=" + cause.reason();
  }

  private static ServiceFailedException failed(String outcome, LogFailed cause) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR,
        "reason=logFailed " + outcome + " cause=" + cause.reason(),
        cause);
  }
}
