package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import io.weir.server.rest.QueryReader;

/**
 * The query that a request's options mean in the streaming dialect: the protocol's, but {@code $top} is a total of any size, {@code
 * resume} says where to go on, and {@code unordered=true} takes any order. Any thread. Fails as {@link QueryReader} does, and with
 * {@code InvalidInput} for a token that is damaged, and where two orders are asked for.
 */
final class StreamQuery {

  private StreamQuery() {}

  static Query read(QueryOptions options) {
    var query = QueryReader.read(options, null, Query.NO_TOP);
    var resume = options.get(Dialect.RESUME);
    return (isUnordered(options, query) ? query.unordered() : query)
        .from(resume == null ? null : Continuation.parse(resume));
  }

  private static boolean isUnordered(QueryOptions options, Query query) {
    var asked = options.get(Dialect.UNORDERED, "false");
    if (asked.equals("false")) {
      return false;
    }
    if (!asked.equals("true") || query.direction() != Direction.ASCENDING) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "option=" + Dialect.UNORDERED + " expected=true or false, without $orderby");
    }
    return true;
  }
}
