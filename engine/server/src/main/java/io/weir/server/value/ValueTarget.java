package io.weir.server.value;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.client.pattern.large.LargeValue;
import io.weir.client.pattern.large.LargeValues;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.Access;
import io.weir.server.request.Resource;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The value that a request names.
 *
 * @param key the keys of the entity that is the value's head
 */
record ValueTarget(HttpExchange exchange, TableName table, EntityKey key) {

  ValueTarget(HttpExchange exchange, Resource.ValueAt at) {
    this(exchange, at.table(), keyOf(at));
  }

  private static EntityKey keyOf(Resource.ValueAt at) {
    return at.name().isEmpty() ? at.entity() : LargeValues.named(at.entity(), at.name());
  }

  /** Returns the target after the operation has its name for metrics. */
  ValueTarget named(String operation) {
    exchange.operation(operation);
    return this;
  }

  /**
   * Returns the values of the table, which keep what they replace. Fails unless the sender may use the head in each of these ways. Any row
   * that they touch belongs to this value.
   */
  LargeValues values(Access.Use... uses) {
    return LargeValues.of(exchange.tablesFor(table, key, uses), table).keepingReplaced();
  }

  /** Returns the head. Fails with {@code ResourceNotFound}. */
  Mono<LargeValue> existing(LargeValues values) {
    return values
        .find(key)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "value=absent")));
  }

  /** Returns the head, or that there is none. */
  Mono<Optional<LargeValue>> stored(LargeValues values) {
    return values.find(key).map(Optional::of).defaultIfEmpty(Optional.empty());
  }
}
