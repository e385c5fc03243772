package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.Page;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexStatus;
import io.weir.api.json.IndexJson;
import io.weir.api.json.SettingJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import java.util.List;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers the indexes and the settings of all tables, page by page, as the list of tables is
 * divided. Requires an account key, as the settings do. Created per request.
 *
 * <pre>
 * {"value":[{"name":"Birds","indexes":[STATUS, ..],"expiry":{"age":"P7D"},"feed":{"beforeImages":false}},
 *   {"name":"Plain","indexes":[],"expiry":null,"feed":{"beforeImages":false}},{"name":"Unread"}]}
 * </pre>
 *
 * <p>After 1 MiB of settings the rest of a page is named without them. A service without indexes or
 * without a setting has none.
 */
final class TableSettings {

  static final int MOST_CHARACTERS = 1 << 20;

  /** Tables whose settings are requested at the same time, for services that ask others. */
  private static final int AT_ONCE = 16;

  private final HttpExchange exchange;

  TableSettings(HttpExchange exchange) {
    exchange.requireOwner();
    MethodNotAllowed.unlessRead(exchange.request().verb());
    this.exchange = exchange;
  }

  /** Returns a page, with the token of the next one as the list of tables has it. */
  Mono<HttpReply> list() {
    var options = exchange.request().options();
    var query = QueryReader.ofTables(
        options, QueryReader.read(options, ContinuationToken.ofTables(options)));
    return exchange.tables().tables(query).flatMap(this::page);
  }

  private Mono<HttpReply> page(Page<TableName> page) {
    return Flux.fromIterable(page.items())
        .flatMapSequential(this::settings, AT_ONCE)
        .collect(() -> new Listing(MOST_CHARACTERS), Listing::add)
        .map(listing -> ContinuationToken.addTables(reply(listing), page.next()));
  }

  /** Returns nothing for a table that was dropped after it was listed. */
  private Mono<Settings> settings(TableName table) {
    var tables = exchange.tables();
    var indexes = tables.indexes(table).onErrorReturn(TableSettings::isUnknown, List.of());
    var values = Flux.fromIterable(TableSetting.ALL)
        .concatMap(setting -> member(tables, table, setting))
        .collect(Collectors.joining());
    return Mono.zip(indexes, values, (all, members) -> new Settings(table, all, members))
        .onErrorResume(failure -> has(failure, ErrorCode.TABLE_NOT_FOUND), gone -> Mono.empty());
  }

  /** Returns a setting as a member with its comma; {@code null} stands for no value. */
  private static <T> Mono<String> member(
      TableService tables, TableName table, TableSetting<T> setting) {
    return tables
        .setting(table, setting)
        .map(value -> SettingJson.text(setting, value))
        .onErrorReturn(TableSettings::isUnknown, "null")
        .defaultIfEmpty("null")
        .map(value -> ",\"" + setting + "\":" + value);
  }

  private static boolean isUnknown(Throwable failure) {
    return has(failure, ErrorCode.NOT_IMPLEMENTED);
  }

  private static boolean has(Throwable failure, ErrorCode code) {
    return failure instanceof TableServiceException known && known.code() == code;
  }

  private static HttpReply reply(Listing listing) {
    var body = listing.json().getBytes(UTF_8);
    return HttpReply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }

  /** @param values the settings as members, each with its comma */
  record Settings(TableName table, List<IndexStatus> indexes, String values) {

    /** Returns the members after the name, each with its comma. */
    private String members() {
      var all = indexes.stream()
          .map(index -> new String(IndexJson.write(index), UTF_8))
          .collect(Collectors.joining(","));
      return ",\"indexes\":[" + all + "]" + values;
    }
  }

  /**
   * The JSON of a page, whose settings end after a number of characters. The name of a table needs
   * no escapes.
   */
  static final class Listing {

    private final StringBuilder tables = new StringBuilder();
    private int left;

    Listing(int mostCharacters) {
      this.left = mostCharacters;
    }

    void add(Settings settings) {
      tables.append(tables.isEmpty() ? "" : ",");
      tables.append("{\"name\":\"").append(settings.table()).append('"');
      if (left > 0) {
        var members = settings.members();
        left -= members.length();
        tables.append(members);
      }
      tables.append('}');
    }

    String json() {
      return "{\"value\":[" + tables + "]}";
    }
  }
}
