package io.weir.server.rest;

import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.Operation;
import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.json.SettingJson;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.answer.MethodNotAllowed;
import io.weir.server.request.Verb;
import reactor.core.publisher.Mono;

/**
 * Gets, sets and clears one setting of a table. Requires an account key: see {@link TableSetting}.
 * Created per request.
 */
final class SettingOperations<T> {

  private final HttpExchange exchange;
  private final TableName table;
  private final TableSetting<T> setting;

  SettingOperations(HttpExchange exchange, TableName table, TableSetting<T> setting) {
    exchange.requireOwner();
    this.exchange = exchange;
    this.table = table;
    this.setting = setting;
  }

  /** Carries out what the request's verb says. */
  Mono<HttpReply> run() {
    return switch (exchange.request().verb()) {
      case GET, HEAD -> get();
      case PUT -> set();
      case DELETE -> clear();
      default -> throw MethodNotAllowed.allowing(Verb.GET, Verb.HEAD, Verb.PUT, Verb.DELETE);
    };
  }

  /**
   * Fails with {@code TableNotFound}, and with {@code ResourceNotFound} when the table has no
   * value.
   */
  private Mono<HttpReply> get() {
    exchange.operation(Operation.GET_SETTING.text());
    return exchange
        .tables()
        .setting(table, setting)
        .switchIfEmpty(Mono.error(() -> new NotFoundException(
            ErrorCode.RESOURCE_NOT_FOUND, "table=" + table + " " + setting + "=none")))
        .map(this::reply);
  }

  /** Fails with {@code TableNotFound}, and as {@link SettingJson#read} does. */
  private Mono<HttpReply> set() {
    exchange.operation(Operation.SET_SETTING.text());
    return exchange
        .body()
        .whole()
        .map(body -> SettingJson.read(setting, body))
        .flatMap(value -> exchange.tables().set(table, setting, value))
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  /** Fails with {@code TableNotFound}. */
  private Mono<HttpReply> clear() {
    exchange.operation(Operation.CLEAR_SETTING.text());
    return exchange
        .tables()
        .clear(table, setting)
        .then(Mono.fromCallable(ProtocolReplies::noContent));
  }

  private HttpReply reply(T value) {
    var body = SettingJson.write(setting, value);
    return HttpReply.of(
        HttpResponseStatus.OK,
        HttpHeaderValues.APPLICATION_JSON,
        allocator -> allocator.buffer(body.length).writeBytes(body));
  }
}
