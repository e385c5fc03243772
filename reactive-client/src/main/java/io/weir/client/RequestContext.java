package io.weir.client;

import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Pattern;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

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

  private static final String KEY_PREFIX = "io.weir.client.";
  private static final Header REQUEST_ID = new Header("x-ms-client-request-id");
  private static final Header TRACE_PARENT = new Header("traceparent");
  private static final Pattern PLAIN = Pattern.compile("[!-~]([ -~]{0,253}[!-~])?");

  /** Source: W3C Trace Context, section 3.2.2. */
  private static final Pattern TRACE =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

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
    return REQUEST_ID.matching(PLAIN, id);
  }

  /**
   * The parent of the requests in a distributed trace, as it stands in the header {@code traceparent}. Not needed where an
   * observation does that. Fails with {@link IllegalArgumentException} when it is none.
   */
  public static Function<Context, Context> traceParent(String parent) {
    return TRACE_PARENT.matching(TRACE, parent);
  }

  /** Tells the headers that a context asks for. */
  static void forEachHeader(ContextView context, HeaderTaker taker) {
    REQUEST_ID.tell(context, taker);
    TRACE_PARENT.tell(context, taker);
  }

  /** Hears of a header. */
  @FunctionalInterface
  interface HeaderTaker {
    void take(String name, String value);
  }

  /** A header whose value stands in the context. */
  private record Header(String name) {

    Function<Context, Context> matching(Pattern form, String value) {
      if (!form.matcher(value).matches()) {
        throw new IllegalArgumentException(name + "=unreadable expected=" + form);
      }
      return context -> context.put(KEY_PREFIX + name, value);
    }

    void tell(ContextView context, HeaderTaker taker) {
      context.<String>getOrEmpty(KEY_PREFIX + name).ifPresent(value -> taker.take(name, value));
    }
  }
}
