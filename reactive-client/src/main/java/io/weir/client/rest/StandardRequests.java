package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.json.EntityBody;
import io.weir.api.json.NamedTable;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.Request;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Operations as requests of the standard dialect. Any thread. Fails as {@link QueryText#text} does.
 *
 * <p>Source: the public REST documentation, "Table service REST API".
 */
final class StandardRequests implements Write.Handler<Request> {

  static final String ACCEPTED = "application/json;odata=minimalmetadata";
  private static final String JSON = "application/json";
  private static final List<String> ALWAYS_SELECTED =
      List.of("PartitionKey", "RowKey", "Timestamp");

  private final Addresses addresses;
  private final TableName table;

  /** About one table of an account. */
  StandardRequests(Addresses addresses, TableName table) {
    this.addresses = addresses;
    this.table = table;
  }

  Request createTable() {
    return request(HttpMethod.POST, addresses.tables(), new QueryText())
        .with(NamedTable.write(table), JSON)
        .with("prefer", "return-no-content");
  }

  Request deleteTable() {
    return request(HttpMethod.DELETE, addresses.table(table), new QueryText());
  }

  Request table() {
    return request(HttpMethod.GET, addresses.table(table), new QueryText());
  }

  /** A segment of the list of all tables, whichever this one is. */
  static Request tables(Addresses addresses, Filter filter, int top, SegmentToken token) {
    return request(HttpMethod.GET, addresses.tables(), segment(filter, top, token));
  }

  Request get(EntityKey key, Selection selection) {
    return request(
        HttpMethod.GET, addresses.entity(table, key), selected(new QueryText(), selection));
  }

  Request segment(Filter filter, Selection selection, int top, SegmentToken token) {
    var options = selected(segment(filter, top, token), selection);
    return request(HttpMethod.GET, addresses.entities(table), options);
  }

  Request write(Write write) {
    return write.dispatch(this);
  }

  @Override
  public Request insert(Write.Insert write) {
    return request(HttpMethod.POST, addresses.account() + "/" + table, new QueryText())
        .with(EntityBody.write(write.entity()), JSON)
        .with("prefer", "return-no-content");
  }

  @Override
  public Request upsert(Write.Upsert write) {
    return change(write.entity(), write.mode());
  }

  @Override
  public Request update(Write.Update write) {
    return change(write.entity(), write.mode()).with("if-match", ifMatch(write.ifMatch()));
  }

  @Override
  public Request delete(Write.Delete write) {
    return request(HttpMethod.DELETE, addresses.entity(table, write.key()), new QueryText())
        .with("if-match", ifMatch(write.ifMatch()));
  }

  private Request change(Entity entity, WriteMode mode) {
    var method = mode == WriteMode.REPLACE ? HttpMethod.PUT : HttpMethod.PATCH;
    return request(method, addresses.entity(table, entity.key()), new QueryText())
        .with(EntityBody.write(entity), JSON);
  }

  private static String ifMatch(IfMatch condition) {
    return condition instanceof IfMatch.Version version ? version.etag().text() : "*";
  }

  private static QueryText segment(Filter filter, int top, SegmentToken token) {
    var options = new QueryText();
    if (!filter.equals(Filter.ALL)) {
      options.add("$filter", FilterPrinter.print(filter));
    }
    if (top != Query.NO_TOP) {
      options.add("$top", Integer.toString(top));
    }
    token.options().forEach(options::add);
    return options;
  }

  /** Keys and Timestamp are what a client cannot do without. */
  private static QueryText selected(QueryText options, Selection selection) {
    if (!selection.isAll()) {
      var names = new LinkedHashSet<>(ALWAYS_SELECTED);
      names.addAll(selection.names());
      options.add("$select", String.join(",", names));
    }
    return options;
  }

  private static Request request(HttpMethod method, String path, QueryText options) {
    return Request.of(Protocol.HTTP_1, method, path, options.text(), ACCEPTED)
        .with("dataserviceversion", "3.0")
        .with("maxdataserviceversion", "3.0;NetFx");
  }
}
