package io.weir.client;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.Operation;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.client.call.Calls;
import io.weir.client.resolution.Resolution;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The named consumers of a service, with the retries of the client. An advance may be sent again, because a repetition changes nothing. If the
 * answer to a creation, a reset or a deletion is lost, its outcome is unknown.
 */
record RemoteConsumers(Calls<TableService> calls) implements FeedConsumers {

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    return calls.write(
        Operation.CREATE_CONSUMER.text(),
        tables -> tables.consumers().create(name, table, start),
        Resolution.none());
  }

  @Override
  public Mono<List<NamedConsumer>> list() {
    return calls.read(
        Operation.LIST_CONSUMERS.text(), tables -> tables.consumers().list());
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return calls.read(
        Operation.GET_CONSUMER.text(), tables -> tables.consumers().get(name));
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    return calls.write(
        Operation.ADVANCE_CONSUMER.text(),
        tables -> tables.consumers().advance(name, generation, to),
        Resolution.repeating());
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    return calls.write(
        Operation.RESET_CONSUMER.text(),
        tables -> tables.consumers().reset(name, start),
        Resolution.none());
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return calls
        .write(
            Operation.DELETE_CONSUMER.text(),
            tables -> tables.consumers().delete(name).thenReturn(true),
            Resolution.none())
        .then();
  }
}
