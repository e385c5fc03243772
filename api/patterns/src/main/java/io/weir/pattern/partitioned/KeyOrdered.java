package io.weir.pattern.partitioned;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;

/** Queries in an order that all shards have in common. */
final class KeyOrdered {

  private KeyOrdered() {}

  /**
   * Returns an unordered query in ascending order, from the same place; any other query unchanged.
   */
  static Query of(Query query) {
    if (query.direction() != Direction.UNORDERED) {
      return query;
    }
    var from = query.from();
    return new Query(
        query.filter(),
        query.selection(),
        query.top(),
        Direction.ASCENDING,
        query.order(),
        query.hint(),
        from == null ? null : new Continuation(from.key(), from.inclusive(), Direction.ASCENDING));
  }
}
