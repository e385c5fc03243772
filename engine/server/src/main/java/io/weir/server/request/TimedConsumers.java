package io.weir.server.request;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Named consumers whose work is cancelled at a {@link RequestTimeout}, as that of {@link TimedTables} is. */
record TimedConsumers(FeedConsumers consumers, RequestTimeout timeout) implements FeedConsumers {

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    return timeout.bound(consumers.create(name, table, start));
  }

  @Override
  public Mono<List<NamedConsumer>> list() {
    return timeout.bound(consumers.list());
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return timeout.bound(consumers.get(name));
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    return timeout.bound(consumers.advance(name, generation, to));
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    return timeout.bound(consumers.reset(name, start));
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return timeout.bound(consumers.delete(name));
  }
}
