package io.weir.server.stream;

import io.weir.api.wire.Dialect;
import io.weir.server.answer.Exchange;
import io.weir.server.request.Request;
import io.weir.server.request.Resource;
import org.reactivestreams.Publisher;

/**
 * A query's whole answer as lines of JSON, for anybody who can read lines: the protocol's query with {@code Accept:
 * application/x-ndjson}.
 *
 * <p>{@code $filter}, {@code $select} and {@code $orderby} are the protocol's; {@code $top} is a total; {@code resume} goes on from a
 * token that a line told. {@link LineForm} shows the lines. Runs on: the loop of the connection.
 */
public final class LineDialect implements io.weir.server.answer.Dialect {

  @Override
  public boolean accepts(Request request) {
    return request.verb().isRead()
        && request.resource() instanceof Resource.Table
        && request.head().asksFor(Dialect.NDJSON);
  }

  @Override
  public Publisher<Void> handle(Exchange exchange) {
    exchange.operation("StreamEntities");
    var table = ((Resource.Table) exchange.request().resource()).table();
    var query = StreamQuery.read(exchange.request().options());
    return Streams.answer(exchange, table, query, new LineForm(query.selection()), Dialect.NDJSON);
  }
}
