package io.weir.client.call;

import io.netty.handler.codec.http2.Http2Exception;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.ServiceFailedException.Outcome;
import io.weir.api.error.TableServiceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import reactor.netty.channel.AbortedException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;

/**
 * What a failure of the transport means to the caller.
 *
 * <pre>
 * failure                                          as                            the write
 * refused by the service                           what it says                  was not carried out, or as the failure says
 * too many requests under way                       ServerBusy                    was not sent
 * no connection, or none to be trusted              InternalError                 was not sent: {@code outcome=notSent}
 * HTTP/2 stream refused                            InternalError                 was not looked at: {@code outcome=notSent}
 * connection lost, HTTP/2 stream reset             InternalError                 {@code outcome=unknown}
 * silence                                          OperationTimedOut             {@code outcome=unknown}
 * deadline passed                                  OperationTimedOut             {@code outcome=notSent} or {@code unknown}
 * </pre>
 *
 * Any thread.
 */
public final class Failures {

  private static final String UNKNOWN = Outcome.UNKNOWN.fact();
  private static final String NOT_SENT = Outcome.NOT_SENT.fact();

  private Failures() {}

  /** What this failure is to what had not left when it came. */
  public static Throwable unsent(Throwable failure) {
    return failure instanceof TableServiceException || isUnsent(failure)
        ? failure
        : new RequestNotSent(failure);
  }

  /** Whether the same read may succeed when it is sent again. */
  public static boolean isTransient(Throwable failure) {
    if (failure instanceof TableServiceException refusal) {
      return refusal.retryable();
    }
    if (failure instanceof SSLHandshakeException) {
      return false; // neither certificate nor trust will change by asking again
    }
    return failure instanceof IOException
        || failure instanceof TimeoutException
        || failure instanceof AbortedException
        || failure instanceof Http2Exception;
  }

  /** Whether a write that failed so is certainly not carried out, and may be when it is sent again. */
  public static boolean isKnownUndone(Throwable failure) {
    return failure instanceof ServiceBusyException
        || isUnsent(failure) && !(failure instanceof SSLHandshakeException);
  }

  /** Whether a write that failed so may or may not have been carried out. */
  public static boolean isOutcomeUnknown(Throwable failure) {
    if (failure instanceof ServiceFailedException failed) {
      return failed.outcome() == Outcome.UNKNOWN;
    }
    return !(failure instanceof TableServiceException)
        && isTransient(failure)
        && !isUnsent(failure);
  }

  /** The failure of a write that nobody knows the outcome of. */
  static ServiceFailedException unknown(Throwable failure, String facts) {
    var known = translated(failure);
    var told = known.facts().contains(UNKNOWN) ? "" : " " + UNKNOWN;
    return new ServiceFailedException(
        known.code(), (known.facts() + told + " " + facts).strip(), failure);
  }

  /** The failure as the contract knows it. */
  public static TableServiceException translated(Throwable failure) {
    if (failure instanceof TableServiceException known) {
      return known;
    }
    if (isUnsent(failure)) {
      var isLate = failure.getCause() instanceof TimeoutException;
      return isLate
          ? new ServiceFailedException(
              ErrorCode.OPERATION_TIMED_OUT, "deadline=passed " + NOT_SENT, failure)
          : new ServiceFailedException(
              ErrorCode.INTERNAL_ERROR, "connection=none " + NOT_SENT, failure);
    }
    return failure instanceof TimeoutException
        ? new ServiceFailedException(
            ErrorCode.OPERATION_TIMED_OUT, "service=silent " + UNKNOWN, failure)
        : new ServiceFailedException(
            ErrorCode.INTERNAL_ERROR, "connection=lost " + UNKNOWN, failure);
  }

  private static boolean isUnsent(Throwable failure) {
    return failure instanceof RequestNotSent
        || failure instanceof ConnectException
        || failure instanceof UnknownHostException
        || failure instanceof SSLHandshakeException
        || failure instanceof PoolAcquireTimeoutException;
  }
}
