package io.weir.server.stream;

import io.weir.api.Operation;
import io.weir.api.TableName;
import io.weir.api.entity.Selection;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import java.util.Optional;
import org.reactivestreams.Publisher;

/**
 * Streams a change feed, or the whole answer of a query, as lines of JSON: the protocol's query
 * with {@code Accept: application/x-ndjson}.
 *
 * <p>{@code $filter}, {@code $select} and {@code $orderby} are the protocol's. {@code $top} is a
 * total. {@code resume} continues from a token that a line contained. {@link LineChunkEncoder}
 * shows the lines. Runs on: the loop of the connection.
 */
public final class LineDialect implements DialectHandler {

  @Override
  public boolean accepts(TableRequest request) {
    return request.verb().isRead()
        && (tableOf(request).isPresent() || ChangeRequest.isNamedBy(request))
        && request.head().asksFor(Dialect.NDJSON);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    if (ChangeRequest.isNamedBy(exchange.request())) {
      return StreamReplies.changes(exchange, new LineChunkEncoder(Selection.ALL), Dialect.NDJSON);
    }
    exchange.operation(Operation.STREAM_ENTITIES.text());
    var table = tableOf(exchange.request()).orElseThrow();
    var query = StreamQuery.read(exchange.request());
    return StreamReplies.answer(
        exchange, table, query, new LineChunkEncoder(query.selection()), Dialect.NDJSON);
  }

  /** Returns the table of which a request queries all entities or those of a partition. */
  private static Optional<TableName> tableOf(TableRequest request) {
    if (request.resource() instanceof Resource.Table table) {
      return Optional.of(table.table());
    }
    return request.resource() instanceof Resource.Partition partition
        ? Optional.of(partition.table())
        : Optional.empty();
  }
}
