package io.weir.server.value;

import io.weir.api.TableName;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.large.LargeValues;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.Access;
import io.weir.server.request.Resource;

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
   * Returns the values of the table, which keep a replaced value for its readers. Fails unless the
   * sender may use the head in each of these ways. The caller uses them for this value alone, and
   * to remove abandoned uploads of its partition.
   */
  LargeValues values(Access.Use... uses) {
    return LargeValues.of(exchange.tablesFor(table, key, uses), table).keepingReplaced();
  }
}
