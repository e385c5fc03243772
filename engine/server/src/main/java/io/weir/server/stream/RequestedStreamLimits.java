package io.weir.server.stream;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.StreamLimits;

/** How much a request asks its stream to be given: {@link Dialect#MAX_BYTES} and {@link Dialect#RATE}. Any thread. */
final class RequestedStreamLimits {

  private RequestedStreamLimits() {}

  /** Fails with {@code InvalidInput} for what is no number, or out of its range. */
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
