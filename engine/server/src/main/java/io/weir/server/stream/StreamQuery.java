package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Query;
import io.weir.api.wire.Dialect;
import io.weir.server.http.QueryOptions;
import io.weir.server.rest.QueryReader;

/**
 * The query that a request's options mean in the streaming dialect: the protocol's, but {@code $top} is a total of any size, and
 * {@code resume} says where to go on. Any thread. Fails as {@link QueryReader} does, and with {@code InvalidInput} for a token that
 * is damaged.
 */
final class StreamQuery {

  private StreamQuery() {}

  static Query read(QueryOptions options) {
    var resume = options.get(Dialect.RESUME);
    return QueryReader.read(
        options, resume == null ? null : Continuation.parse(resume), Query.NO_TOP);
  }
}
