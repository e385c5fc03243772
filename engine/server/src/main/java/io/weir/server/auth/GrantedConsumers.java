package io.weir.server.auth;

import io.weir.api.ConsumerName;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.NamedConsumer;
import io.weir.api.Operation;
import io.weir.api.TableName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * Named consumers restricted to what a grant allows: those of tables all of whose keys it may
 * query. The position of a consumer may name any key.
 *
 * <p>To advance a consumer takes the permission to update as well: what is read on afterwards
 * depends on it. To create, reset and delete one takes an account key: it decides how much of its
 * disk the store gives up.
 */
final class GrantedConsumers implements FeedConsumers {

  private final FeedConsumers consumers;
  private final Grant grant;

  GrantedConsumers(FeedConsumers consumers, Grant grant) {
    this.consumers = consumers;
    this.grant = grant;
  }

  @Override
  public Mono<NamedConsumer> create(ConsumerName name, Optional<TableName> table, FeedStart start) {
    return ofOwner();
  }

  @Override
  public Mono<NamedConsumer> reset(ConsumerName name, FeedStart start) {
    return ofOwner();
  }

  @Override
  public Mono<Void> delete(ConsumerName name) {
    return ofOwner();
  }

  /** Leaves out the consumers that the grant does not cover. */
  @Override
  public Mono<List<NamedConsumer>> list() {
    return consumers.list().map(all -> all.stream().filter(this::isGranted).toList());
  }

  @Override
  public Mono<NamedConsumer> get(ConsumerName name) {
    return Mono.defer(() -> {
      requireAllKeys();
      return consumers.get(name).doOnNext(found -> require(found, Operation.GET_CONSUMER));
    });
  }

  @Override
  public Mono<FeedToken> advance(ConsumerName name, long generation, FeedToken to) {
    return get(name).flatMap(found -> {
      require(found, Operation.ADVANCE_CONSUMER);
      return consumers.advance(name, generation, to);
    });
  }

  private boolean isGranted(NamedConsumer consumer) {
    try {
      require(consumer, Operation.LIST_CONSUMERS);
      return true;
    } catch (AccessDeniedException notGranted) {
      return false;
    }
  }

  private void require(NamedConsumer consumer, Operation operation) {
    requireAllKeys();
    var table = consumer
        .table()
        .orElseThrow(() -> Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "scope=account"));
    grant.require(operation, table);
  }

  private void requireAllKeys() {
    if (!grant.bounds().equals(GrantedKeys.NONE)) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "expected=rightsOnAllKeys");
    }
  }

  private static <T> Mono<T> ofOwner() {
    return Mono.error(() -> Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "expected=accountKey"));
  }
}
