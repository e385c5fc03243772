package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.Query;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexName;
import io.weir.api.json.ChangeBody;
import io.weir.api.json.EntityBody;
import io.weir.api.json.IndexJson;
import io.weir.api.json.NamedTable;
import io.weir.api.json.SettingJson;
import io.weir.api.json.TableKeyList;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Operations as requests of the REST dialect. Any thread. Fails as {@link QueryText#text} does.
 *
 * <p>Source: the public REST documentation, "Table service REST API".
 */
final class RestRequests
    implements Write.Handler<OutboundRequest>, TableWrite.Handler<OutboundRequest> {

  static final String ACCEPTED = "application/json;odata=minimalmetadata";
  private static final String JSON = "application/json";
  private static final List<String> ALWAYS_SELECTED =
      List.of("PartitionKey", "RowKey", "Timestamp");

  private final Addresses addresses;
  private final TableName table;

  /** Requests for one table of an account. */
  RestRequests(Addresses addresses, TableName table) {
    this.addresses = addresses;
    this.table = table;
  }

  OutboundRequest createTable() {
    return request(HttpMethod.POST, addresses.tables(), new QueryText())
        .with(NamedTable.write(table), JSON)
        .with("prefer", "return-no-content");
  }

  OutboundRequest deleteTable() {
    return request(HttpMethod.DELETE, addresses.table(table), new QueryText());
  }

  OutboundRequest table() {
    return request(HttpMethod.GET, addresses.table(table), new QueryText());
  }

  /** Returns the request for a segment of the list of all tables. */
  static OutboundRequest tables(Addresses addresses, Filter filter, int top, SegmentToken token) {
    return request(HttpMethod.GET, addresses.tables(), segment(filter, top, token));
  }

  <T> OutboundRequest set(TableSetting<T> setting, T value) {
    return about(HttpMethod.PUT, setting).with(SettingJson.write(setting, value), JSON);
  }

  OutboundRequest clear(TableSetting<?> setting) {
    return about(HttpMethod.DELETE, setting);
  }

  OutboundRequest setting(TableSetting<?> setting) {
    return about(HttpMethod.GET, setting);
  }

  private OutboundRequest about(HttpMethod method, TableSetting<?> setting) {
    return request(
        method, addresses.account() + "/" + table, new QueryText().add("comp", setting.name()));
  }

  OutboundRequest get(EntityKey key, Selection selection) {
    return request(
        HttpMethod.GET, addresses.entity(table, key), selected(new QueryText(), selection));
  }

  OutboundRequest segment(Filter filter, Selection selection, int top, SegmentToken token) {
    var options = selected(segment(filter, top, token), selection);
    return request(HttpMethod.GET, addresses.entities(table), options);
  }

  OutboundRequest createIndex(IndexDefinition definition) {
    return request(
            HttpMethod.PUT,
            addresses.account() + "/" + table,
            index().add("name", definition.name().value()))
        .with(IndexJson.write(definition), JSON);
  }

  OutboundRequest indexes() {
    return request(HttpMethod.GET, addresses.account() + "/" + table, index());
  }

  OutboundRequest dropIndex(IndexName name) {
    return request(
        HttpMethod.DELETE, addresses.account() + "/" + table, index().add("name", name.value()));
  }

  private static QueryText index() {
    return new QueryText().add("comp", "index");
  }

  OutboundRequest write(Write write) {
    return write.dispatch(this);
  }

  @Override
  public OutboundRequest insert(Write.Insert write) {
    return request(HttpMethod.POST, addresses.account() + "/" + table, new QueryText())
        .with(EntityBody.write(write.entity()), JSON)
        .with("prefer", "return-no-content");
  }

  @Override
  public OutboundRequest upsert(Write.Upsert write) {
    return change(write.entity(), write.mode());
  }

  @Override
  public OutboundRequest update(Write.Update write) {
    return change(write.entity(), write.mode()).with("if-match", ifMatch(write.ifMatch()));
  }

  @Override
  public OutboundRequest delete(Write.Delete write) {
    return request(HttpMethod.DELETE, addresses.entity(table, write.key()), new QueryText())
        .with("if-match", ifMatch(write.ifMatch()));
  }

  /** An extension: another service refuses its precondition. */
  @Override
  public OutboundRequest change(Write.Change write) {
    return request(HttpMethod.PATCH, addresses.entity(table, write.key()), new QueryText())
        .with(ChangeBody.write(write), JSON)
        .with("if-match", ChangeBody.GUARD.header());
  }

  @Override
  public OutboundRequest change(TableWrite.Change operation) {
    return write(operation.write());
  }

  @Override
  public OutboundRequest present(TableWrite.Present operation) {
    return check(operation.key()).with("if-match", ifMatch(operation.ifMatch()));
  }

  @Override
  public OutboundRequest absent(TableWrite.Absent operation) {
    return check(operation.key()).with("if-none-match", "*");
  }

  private OutboundRequest check(EntityKey key) {
    return request(HttpMethod.HEAD, addresses.entity(table, key), new QueryText());
  }

  /** Returns the request for entities of several tables as of one moment. */
  static OutboundRequest getAll(Addresses addresses, List<TableKey> keys) {
    return request(HttpMethod.POST, addresses.account() + "/%24getAll", new QueryText())
        .with(TableKeyList.write(keys), JSON);
  }

  private OutboundRequest change(Entity entity, WriteMode mode) {
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

  /** Always selects keys and Timestamp, which the client needs. */
  private static QueryText selected(QueryText options, Selection selection) {
    if (!selection.isAll()) {
      var names = new LinkedHashSet<>(ALWAYS_SELECTED);
      names.addAll(selection.names());
      options.add("$select", String.join(",", names));
    }
    return options;
  }

  private static OutboundRequest request(HttpMethod method, String path, QueryText options) {
    return OutboundRequest.of(Protocol.HTTP_1, method, path, options.text(), ACCEPTED)
        .with("dataserviceversion", "3.0")
        .with("maxdataserviceversion", "3.0;NetFx");
  }
}
