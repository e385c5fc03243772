package io.weir.engine.shard;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.log.LogFailed;

/** Says to clients what became of a write when the log failed. */
final class LogFailure {

  private LogFailure() {}

  /** Of a write that was with the log. */
  static TableServiceException of(LogFailed cause) {
    return cause.isNothingKept() ? notDone(cause) : failed("outcome=unknown", cause);
  }

  /** Of a write that the log never saw; it may be sent again, to some effect once the log goes on. */
  static TableServiceException notDone(LogFailed cause) {
    return cause.isLasting()
        ? failed("outcome=notDone", cause)
        : new ServiceBusyException("reason=logFailed cause=" + cause.reason());
  }

  private static ServiceFailedException failed(String outcome, LogFailed cause) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR,
        "reason=logFailed " + outcome + " cause=" + cause.reason(),
        cause);
  }
}
