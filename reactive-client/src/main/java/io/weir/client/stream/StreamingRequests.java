package io.weir.client.stream;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.Direction;
import io.weir.api.FeedGroups;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.queue.QueueName;
import io.weir.api.wire.Dialect;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryHints;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.Upload;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Stream;

/**
 * Operations as requests of the streaming dialect: see {@link Dialect}. Any thread. Fails as
 * {@link QueryText#text} does.
 */
public final class StreamingRequests {

  private final Addresses addresses;

  /**
   * Requests for an account.
   *
   * @param account its path, with its slash
   */
  public StreamingRequests(String account) {
    this.addresses = new Addresses(account);
  }

  public OutboundRequest stream(TableName table, Query query) {
    return QueryHints.on(read(addresses.entities(table), options(query)), query);
  }

  OutboundRequest changes(FeedScope scope, FeedStart from) {
    var options = new QueryText().add(Dialect.FROM, from.text());
    if (!scope.filter().equals(Filter.ALL)) {
      options.add("$filter", FilterPrinter.print(scope.filter()));
    }
    if (!scope.groups().equals(FeedGroups.ALL)) {
      options.add(Dialect.GROUPS, scope.groups().text());
    }
    return read(
        scope
            .table()
            .map(table -> addresses.action(table, Dialect.CHANGES))
            .orElseGet(() -> addresses.action(Dialect.CHANGES)),
        options);
  }

  OutboundRequest page(TableName table, Query query) {
    return QueryHints.on(
        read(addresses.entities(table), options(query).add(Dialect.PAGE, "true")), query);
  }

  OutboundRequest aggregate(TableName table, Query query, Aggregation aggregation) {
    var options = options(query.select(Selection.ALL)).add("$apply", aggregation.toString());
    return QueryHints.on(read(addresses.entities(table), options), query);
  }

  OutboundRequest get(TableName table, EntityKey key, Selection selection) {
    return read(addresses.entity(table, key), options(Query.ALL.select(selection)));
  }

  OutboundRequest tables(Query query) {
    return read(addresses.tables(), options(query));
  }

  OutboundRequest table(TableName table) {
    return read(addresses.table(table), new QueryText());
  }

  OutboundRequest createTable(TableName table) {
    return post(addresses.tables(), FrameEncoder.encode(new Frame.Table(table)));
  }

  OutboundRequest deleteTable(TableName table) {
    return request(HttpMethod.DELETE, addresses.table(table), "");
  }

  OutboundRequest write(TableName table, Write write) {
    return post(
        addresses.action(table, Dialect.WRITE), FrameEncoder.encode(new Frame.Change(write)));
  }

  /**
   * Returns a request that stays open for reads or writes, one in each frame. Reads have a
   * selection.
   */
  OutboundRequest pipeline(TableName table, String action, Selection selection, Upload chunks) {
    return request(
            HttpMethod.POST,
            addresses.action(table, action),
            options(Query.ALL.select(selection)).text())
        .with(chunks, Dialect.BINARY);
  }

  /**
   * Returns a request that stays open for operations on the messages of a queue, one in each frame.
   */
  OutboundRequest messages(QueueName queue, Upload chunks) {
    return request(HttpMethod.POST, addresses.action(queue, Dialect.MESSAGES), "")
        .with(chunks, Dialect.BINARY);
  }

  OutboundRequest submit(TableName table, Batch batch) {
    return post(
        addresses.action(table, Dialect.BATCH), batch.writes().stream().map(Frame.Change::new));
  }

  OutboundRequest commit(JointCommit commit) {
    return post(
        addresses.action(Dialect.COMMIT), commit.operations().stream().map(Frame.Operation::new));
  }

  /** Returns a request that stays open for joint commits, one in each frame. */
  OutboundRequest commits(Upload chunks) {
    return request(HttpMethod.POST, addresses.action(Dialect.COMMITS), "")
        .with(chunks, Dialect.BINARY);
  }

  OutboundRequest getAll(List<TableKey> keys) {
    return post(addresses.action(Dialect.GET_ALL), keys.stream().map(Frame.Address::new));
  }

  OutboundRequest bulk(TableName table, Upload chunks) {
    return request(HttpMethod.POST, addresses.action(table, Dialect.BULK), "")
        .with(chunks, Dialect.BINARY);
  }

  /** Always sends the filter, so that emptying a table is an explicit request. */
  OutboundRequest deleteRange(TableName table, Filter keys) {
    var options = new QueryText().add("$filter", FilterPrinter.print(keys)).text();
    return request(HttpMethod.DELETE, addresses.entities(table), options);
  }

  private static OutboundRequest read(String path, QueryText options) {
    return request(HttpMethod.GET, path, options.text());
  }

  private static OutboundRequest post(String path, Stream<? extends Frame> frames) {
    var body = new ByteArrayOutputStream();
    frames.forEach(frame -> body.writeBytes(FrameEncoder.encode(frame)));
    return post(path, body.toByteArray());
  }

  private static OutboundRequest post(String path, byte[] body) {
    return request(HttpMethod.POST, path, "").with(body, Dialect.BINARY);
  }

  private static OutboundRequest request(HttpMethod method, String path, String options) {
    return OutboundRequest.of(Protocol.HTTP_2, method, path, options, Dialect.BINARY);
  }

  private static QueryText options(Query query) {
    var options = new QueryText();
    if (!query.filter().equals(Filter.ALL)) {
      options.add("$filter", FilterPrinter.print(query.filter()));
    }
    if (!query.selection().isAll()) {
      options.add("$select", String.join(",", query.selection().names()));
    }
    if (query.top() != Query.NO_TOP) {
      options.add("$top", Integer.toString(query.top()));
    }
    if (query.direction() == Direction.DESCENDING) {
      options.add(Dialect.ORDER_BY, Dialect.DESCENDING);
    }
    if (!query.order().isEmpty()) {
      options.add(Dialect.ORDER_BY, QueryHints.order(query.order()));
    }
    if (query.direction() == Direction.UNORDERED) {
      options.add(Dialect.UNORDERED, "true");
    }
    if (query.from() != null) {
      options.add(Dialect.RESUME, query.from().encode());
    }
    return options;
  }
}
