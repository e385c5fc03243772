package io.weir.client.call;

import io.netty.handler.codec.http.HttpHeaders;
import io.weir.api.wire.Dialect;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import reactor.util.context.ContextView;

/**
 * State that all attempts of one call share. Attempts write it, one after another or, as hedges, at
 * the same time. The code that reports how the call ended reads it.
 */
public final class Call {

  private final Deadline deadline;
  private final Map<String, String> headers;
  private volatile boolean sent;

  /** When the first attempt was about to be sent. Written before {@link #sent}, and read after. */
  private volatile long sentNanos;

  /** The earliest of the times that the nodes had told when an attempt was sent to them. */
  private volatile long sentAfterTicks = Long.MAX_VALUE;

  private Call(Deadline deadline, Map<String, String> headers) {
    this.deadline = deadline;
    this.headers = headers;
  }

  /** Returns a call with the deadline and the headers of a context. */
  public static Call under(ContextView context) {
    return new Call(Deadline.of(context), ContextHeader.in(context));
  }

  Deadline deadline() {
    return deadline;
  }

  /**
   * Returns the headers of every attempt. An observation may add to them before the first attempt.
   */
  public Map<String, String> headers() {
    return headers;
  }

  /**
   * Sets the headers of an attempt that is about to be sent: those of the call, and the time that
   * is left.
   */
  public void describe(HttpHeaders attempt) {
    headers.forEach(attempt::set);
    deadline
        .left()
        .ifPresent(left ->
            attempt.set(Dialect.TIMEOUT_HEADER, Long.toString(Math.max(1, left.toMillis()))));
  }

  /**
   * Notes that an attempt is about to be sent. From now on the service may have seen it.
   *
   * @param toldTicks the time that the node which gets it has told last, as a Timestamp; the
   *     smallest value if it told none. The clocks of other nodes may differ
   */
  public void markSent(long toldTicks) {
    sentAfterTicks = Math.min(sentAfterTicks, toldTicks);
    if (!sent) {
      sentNanos = Sending.nowNanos();
      sent = true;
    }
  }

  /**
   * Returns a time before which no attempt was carried out, by the clock of the node that carries
   * it out, as a Timestamp; the smallest value if none is known.
   */
  public long sentAfterTicks() {
    return sent ? sentAfterTicks : Long.MIN_VALUE;
  }

  /** Returns when the first attempt was sent, of those that may have been carried out. */
  Sending sending() {
    return new Sending(sentAfterTicks(), sent ? sentNanos : Sending.nowNanos());
  }

  /** Notes that the service is known not to have processed anything that was sent. */
  void markUnsent() {
    sent = false;
    sentAfterTicks = Long.MAX_VALUE;
  }

  /** Returns the failure for a deadline that has passed. */
  Throwable late() {
    var late = new TimeoutException("The deadline passed.");
    return sent ? late : new RequestNotSent(late);
  }
}
