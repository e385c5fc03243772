package io.weir.client.call;

import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http2.Http2Exception;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.error.ServiceFailedException.Outcome;
import io.weir.api.error.TableServiceException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;
import reactor.netty.channel.AbortedException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;

/**
 * Translates failures of the transport into those of the contract.
 *
 * <pre>
 * cause                                            becomes                       a write
 * refused by the service                           the service's failure         was not carried out, or as the failure says
 * too many requests in flight                      ServerBusy                    was not sent
 * no connection, or no trusted one                 InternalError                 was not sent: {@code outcome=notSent}
 * HTTP/2 stream refused                            InternalError                 was not processed: {@code outcome=notSent}
 * connection lost, HTTP/2 stream reset             InternalError                 {@code outcome=unknown}
 * silence                                          OperationTimedOut             {@code outcome=unknown}
 * deadline passed                                  OperationTimedOut             {@code outcome=notSent} or {@code unknown}
 * </pre>
 *
 * <p>Any thread.
 */
public final class Failures {

  private static final String UNKNOWN = Outcome.UNKNOWN.fact();
  private static final String NOT_SENT = Outcome.NOT_SENT.fact();

  /**
   * The facts of a node that does not serve. A refusal without facts of the service, as to a HEAD
   * request or by a proxy, tells its status only.
   */
  private static final Pattern ELSEWHERE =
      Pattern.compile("\\breason=(notLeader|closing)\\b|^(status|unexpectedStatus)=");

  private static final Pattern ADDRESS = Pattern.compile("\\baddress=(\\S+)");

  private Failures() {}

  /** Marks the failure of a request that was not sent when it occurred. */
  public static Throwable unsent(Throwable failure) {
    return failure instanceof TableServiceException || isUnsent(failure)
        ? failure
        : new RequestNotSent(failure);
  }

  /** Returns whether a read may succeed when it is repeated after this failure. */
  public static boolean isTransient(Throwable failure) {
    if (failure instanceof TableServiceException refusal) {
      return refusal.retryable();
    }
    if (failure instanceof SSLHandshakeException) {
      return false; // certificate and trust stay as they are
    }
    return failure instanceof IOException
        || failure instanceof TimeoutException
        || failure instanceof PrematureChannelClosureException // within the head of an answer
        || failure instanceof AbortedException
        || failure instanceof Http2Exception;
  }

  /**
   * Returns whether another node of the service may carry out the request: this one does not lead
   * its cluster, is about to stop, or cannot be reached.
   */
  public static boolean isElsewhere(Throwable failure) {
    return failure instanceof TableServiceException refusal
        ? refusal instanceof ServiceBusyException
            && ELSEWHERE.matcher(refusal.facts()).find()
        : isTransient(failure);
  }

  /** Returns the address at which a node says that the leader is; empty if it names none. */
  public static Optional<String> leader(Throwable failure) {
    return failure instanceof TableServiceException refusal
        ? ADDRESS
            .matcher(refusal.facts())
            .results()
            .map(found -> found.group(1))
            .findFirst()
        : Optional.empty();
  }

  /**
   * Returns whether a write with this failure was certainly not carried out and may succeed when it
   * is repeated.
   */
  public static boolean isKnownUndone(Throwable failure) {
    return failure instanceof ServiceBusyException
        || isUnsent(failure) && !(failure instanceof SSLHandshakeException);
  }

  /** Returns whether a write with this failure may or may not have been carried out. */
  public static boolean isOutcomeUnknown(Throwable failure) {
    if (failure instanceof ServiceFailedException failed) {
      return failed.outcome() == Outcome.UNKNOWN;
    }
    return !(failure instanceof TableServiceException)
        && isTransient(failure)
        && !isUnsent(failure);
  }

  /** Returns the failure of a write whose outcome is unknown. */
  static ServiceFailedException unknown(Throwable failure, String facts) {
    var known = translated(failure);
    var told = known.facts().contains(UNKNOWN) ? "" : " " + UNKNOWN;
    return new ServiceFailedException(
        known.code(), (known.facts() + told + " " + facts).strip(), failure);
  }

  /** Returns the failure in the terms of the contract. */
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
