package io.weir.server.stream;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.StreamLimits;

/**
 * Reads the stream limits that a request asks for: {@link Dialect#MAX_BYTES} and
 * {@link Dialect#RATE}. Any thread.
 */
final class RequestedStreamLimits {

  private RequestedStreamLimits() {}

  /** Returns the limits. Fails with {@code InvalidInput} if one is not a number or out of range. */
  static StreamLimits read(QueryOptions options) {
    return new StreamLimits(
        number(options, Dialect.MAX_BYTES, 1), number(options, Dialect.RATE, Dialect.SLOWEST_RATE));
  }

  private static long number(QueryOptions options, String name, long least) {
    var text = options.get(name);
    if (text == null) {
      return Long.MAX_VALUE;
    }
    if (text.matches("[0-9]{1,18}") && Long.parseLong(text) >= least) {
      return Long.parseLong(text);
    }
    throw new InvalidRequestException(
        ErrorCode.INVALID_INPUT, "option=" + name + " expected=number atLeast=" + least);
  }
}
