package io.weir.client.call;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.wire.Dialect;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import reactor.util.context.ContextView;

/**
 * What all attempts of one request share. Written by the attempts, which follow each other or race as hedges do; read by whoever
 * tells how it ended.
 */
public final class Call {

  private final Deadline deadline;
  private final Map<String, String> headers;
  private volatile boolean sent;

  private Call(Deadline deadline, Map<String, String> headers) {
    this.deadline = deadline;
    this.headers = headers;
  }

  /** A request under a context. */
  public static Call under(ContextView context) {
    return new Call(Deadline.of(context), ContextHeader.in(context));
  }

  Deadline deadline() {
    return deadline;
  }

  /** What every attempt carries; whoever observes the call may add to it before the first. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Sets what an attempt that leaves now tells of the call. */
  public void describe(HttpHeaders attempt) {
    headers.forEach(attempt::set);
    deadline
        .left()
        .ifPresent(left ->
            attempt.set(Dialect.TIMEOUT_HEADER, Long.toString(Math.max(1, left.toMillis()))));
  }

  /** An attempt is about to leave: from now on the service may have heard of it. */
  public void markSent() {
    sent = true;
  }

  /** Everything that was sent is known not to have been looked at. */
  void markUnsent() {
    sent = false;
  }

  /** The deadline has passed. */
  Throwable late() {
    var late = new TimeoutException("The deadline passed.");
    return sent ? late : new RequestNotSent(late);
  }
}
