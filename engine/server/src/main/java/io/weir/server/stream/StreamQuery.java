package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.TableRequest;
import io.weir.server.rest.QueryReader;

/**
 * Reads a query from the options of a streamed request.
 *
 * <p>The options are the protocol's, with three differences: {@code $top} is a total of any size,
 * {@code resume} says where to continue, and {@code unordered=true} accepts any order. Any thread.
 *
 * <p>Fails as {@link QueryReader} does. Fails with {@code InvalidInput} for a damaged token and for
 * {@code unordered} together with {@code $orderby}, and with {@code NotImplemented} for
 * {@code $count}: a stream ends with the number of its rows.
 */
final class StreamQuery {

  private StreamQuery() {}

  static Query read(TableRequest request) {
    return read(request, request.options());
  }

  /** Reads a query from some of the options of a request. */
  static Query read(TableRequest request, QueryOptions options) {
    if (options.has("$count")) {
      throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "resource=stream option=$count");
    }
    var query =
        QueryReader.within(request.resource(), QueryReader.read(options, null, Query.NO_TOP));
    var resume = options.get(Dialect.RESUME);
    var directed = isUnordered(options, query) ? query.unordered() : query;
    return QueryReader.hinted(directed, request.header(Dialect.INDEX_HEADER))
        .from(resume == null ? null : Continuation.parse(resume));
  }

  private static boolean isUnordered(QueryOptions options, Query query) {
    var asked = options.get(Dialect.UNORDERED, "false");
    if (asked.equals("false")) {
      return false;
    }
    if (!asked.equals("true")
        || query.direction() != Direction.ASCENDING
        || !query.order().isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "option=" + Dialect.UNORDERED + " expected=true or false, without $orderby");
    }
    return true;
  }
}
