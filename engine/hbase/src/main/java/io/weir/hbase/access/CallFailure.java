package io.weir.hbase.access;

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
 * <p>HBase's client gives up when the deadline has passed: {@code OperationTimedOut}. Anything else
 * is a fault: {@code InternalError}.
 */
final class CallFailure {

  private CallFailure() {}

  static Throwable ofRead(Throwable failure) {
    return of(failure, "store=hbase");
  }

  static Throwable ofWrite(Throwable failure) {
    return of(failure, "store=hbase " + ServiceFailedException.Outcome.UNKNOWN.fact());
  }

  /** Whether HBase's client gave up, and would perhaps succeed later. */
  static boolean isGivenUp(Throwable failure) {
    var cause = cause(failure);
    return cause instanceof TimeoutException
        || cause instanceof RetriesExhaustedException
            && !(cause.getCause() instanceof DoNotRetryIOException);
  }

  private static Throwable of(Throwable failure, String facts) {
    var cause = cause(failure);
    if (cause instanceof TableServiceException) {
      return cause;
    }
    var code = isGivenUp(cause) ? ErrorCode.OPERATION_TIMED_OUT : ErrorCode.INTERNAL_ERROR;
    return new ServiceFailedException(code, facts, cause);
  }

  private static Throwable cause(Throwable failure) {
    var cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
