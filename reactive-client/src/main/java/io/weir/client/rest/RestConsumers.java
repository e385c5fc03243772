package io.weir.client.rest;

import io.netty.handler.codec.http.HttpMethod;
import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.json.ConsumerJson;
import io.weir.api.wire.Dialect;
import io.weir.client.exchange.Addresses;
import io.weir.client.exchange.OutboundRequest;
import io.weir.client.exchange.Protocol;
import io.weir.client.exchange.QueryText;
import io.weir.client.exchange.RequestSender;
import io.weir.client.exchange.ResponseReader;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Named consumers of the change feed, over requests that Weir understands and the original service
 * does not. Any thread.
 */
final class RestConsumers implements FeedConsumers {

  private static final String JSON = "application/json";

  private static final ResponseReader<NamedConsumer> CONSUMER =
      RestAnswer.of(answer -> ConsumerJson.readConsumer(answer.body().array()));
  private static final ResponseReader<List<NamedConsumer>> LIST =
      RestAnswer.of(answer -> ConsumerJson.readList(answer.body().array()));
  private static final ResponseReader<FeedToken> POSITION =
      RestAnswer.of(answer -> ConsumerJson.readPosition(answer.body().array()));

  private final RequestSender exchange;
  private final String path;

  RestConsumers(RequestSender exchange, Addresses addresses) {
    this.exchange = exchange;
    this.path = addresses.action(Dialect.CONSUMERS);
  }

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    var body = ConsumerJson.write(new ConsumerJson.Creation(table, start));
    return send(request(HttpMethod.PUT, at(name)).with(body, JSON), CONSUMER);
  }

  @Override
  public Mono<List<NamedConsumer>> list() {
    return send(request(HttpMethod.GET, path), LIST)
        .onErrorMap(RestConsumers::isMissingTable, absent -> lacking());
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return send(request(HttpMethod.GET, at(name)), CONSUMER);
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    var body = ConsumerJson.write(new ConsumerJson.Advance(generation, to));
    return send(request(HttpMethod.POST, at(name) + "/position").with(body, JSON), POSITION);
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    var body = ConsumerJson.write(start);
    return send(request(HttpMethod.POST, at(name) + "/reset").with(body, JSON), CONSUMER);
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return send(request(HttpMethod.DELETE, at(name)), RestAnswer.DONE).then();
  }

  /** Another service takes the path for that of a table. */
  private static boolean isMissingTable(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.TABLE_NOT_FOUND;
  }

  private static InvalidRequestException lacking() {
    return new InvalidRequestException(
        ErrorCode.NOT_IMPLEMENTED, "dialect=rest lacks=namedConsumers");
  }

  private String at(ConsumerName name) {
    return path + "(" + QueryText.quoted(name.value()) + ")";
  }

  private <T> Mono<T> send(OutboundRequest request, ResponseReader<T> answer) {
    return exchange.send(request, answer).next();
  }

  private static OutboundRequest request(HttpMethod method, String path) {
    return OutboundRequest.of(Protocol.HTTP_1, method, path, new QueryText().text(), JSON)
        .with("dataserviceversion", "3.0")
        .with("maxdataserviceversion", "3.0;NetFx");
  }
}
