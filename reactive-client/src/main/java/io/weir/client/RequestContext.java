package io.weir.client;

import io.weir.client.call.ContextHeader;
import io.weir.client.call.Deadline;
import java.time.Duration;
import java.util.function.Function;
import reactor.util.context.Context;

/**
 * What a caller tells requests through the Reactor Context, so that it need not be handed through every call:
 *
 * <pre>{@code
 * weir.write(table, order)
 *     .then(weir.get(table, customer))
 *     .contextWrite(RequestContext.deadline(Duration.ofMillis(200)))
 *     .contextWrite(RequestContext.requestId("order-4711"))
 * }</pre>
 *
 * <p>It reaches everything above it. Any thread.
 */
public final class RequestContext {

  private RequestContext() {}

  /**
   * A time, from the subscription, for all that follows together: each request that begins has what is left of it, and fails with
   * {@code OperationTimedOut} at its end, streams too. The service is told and stops working, see {@link
   * io.weir.api.wire.Dialect#TIMEOUT_HEADER}. Of several deadlines the earliest holds.
   */
  public static Function<Context, Context> deadline(Duration time) {
    return context -> Deadline.in(time).putInto(context);
  }

  /**
   * An id that every request carries as {@code x-ms-client-request-id}; the service sends it back. Fails with {@link
   * IllegalArgumentException} unless it is of 1 to 255 printable ASCII characters.
   */
  public static Function<Context, Context> requestId(String id) {
    return ContextHeader.REQUEST_ID.with(id);
  }

  /**
   * The parent of the requests in a distributed trace, as it stands in the header {@code traceparent}. Not needed where an
   * observation does that. Fails with {@link IllegalArgumentException} when it is none.
   */
  public static Function<Context, Context> traceParent(String parent) {
    return ContextHeader.TRACE_PARENT.with(parent);
  }
}
