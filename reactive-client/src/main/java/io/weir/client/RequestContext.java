package io.weir.client;

import io.weir.client.call.ContextHeader;
import io.weir.client.call.Deadline;
import java.time.Duration;
import java.util.function.Function;
import reactor.util.context.Context;

/**
 * What a caller adds to requests through the Reactor Context instead of passing it to every method:
 *
 * <pre>{@code
 * weir.write(table, order)
 *     .then(weir.get(table, customer))
 *     .contextWrite(RequestContext.deadline(Duration.ofMillis(200)))
 *     .contextWrite(RequestContext.requestId("order-4711"))
 * }</pre>
 *
 * <p>An entry applies to all operators above it. Any thread.
 */
public final class RequestContext {

  private RequestContext() {}

  /**
   * Sets a deadline, counted from the subscription, for all requests above together. Each request
   * gets the time that is left and fails with {@code OperationTimedOut} when it has passed; so does
   * a stream. The client tells the service the time that is left
   * ({@link io.weir.api.wire.Dialect#TIMEOUT_HEADER}), and the service stops its work then. The
   * earliest of several deadlines applies.
   */
  public static Function<Context, Context> deadline(Duration time) {
    return context -> Deadline.in(time).putInto(context);
  }

  /**
   * Sends this id as {@code x-ms-client-request-id} with every request; the service returns it.
   * Fails with {@link IllegalArgumentException} unless the id consists of 1 to 255 printable ASCII
   * characters.
   */
  public static Function<Context, Context> requestId(String id) {
    return ContextHeader.REQUEST_ID.with(id);
  }

  /**
   * Sends this parent in a distributed trace as the header {@code traceparent}. Not needed if an
   * observation sends it. Fails with {@link IllegalArgumentException} if the text is not a trace
   * parent.
   */
  public static Function<Context, Context> traceParent(String parent) {
    return ContextHeader.TRACE_PARENT.with(parent);
  }
}
