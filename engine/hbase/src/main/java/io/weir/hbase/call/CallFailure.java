package io.weir.hbase.call;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.TableServiceException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * The failure of a call, translated from that of HBase's client.
 *
 * <p>HBase's client gives up when the deadline has passed: {@code OperationTimedOut}. Anything else is a fault: {@code InternalError}.
 */
final class CallFailure {

  private CallFailure() {}

  static Throwable ofRead(Throwable failure) {
    return of(failure, "store=hbase");
  }

  static Throwable ofWrite(Throwable failure) {
    return of(failure, "store=hbase " + ServiceFailedException.Outcome.UNKNOWN.fact());
  }

  private static Throwable of(Throwable failure, String facts) {
    var cause = failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
    if (cause instanceof TableServiceException) {
      return cause;
    }
    return new ServiceFailedException(code(cause), facts, cause);
  }

  private static ErrorCode code(Throwable cause) {
    var isGivenUp = cause instanceof TimeoutException
        || cause instanceof RetriesExhaustedException
            && !(cause.getCause() instanceof DoNotRetryIOException);
    return isGivenUp ? ErrorCode.OPERATION_TIMED_OUT : ErrorCode.INTERNAL_ERROR;
  }
}
