package io.weir.pattern.view;

import io.weir.api.FeedItem;
import io.weir.api.Query;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.InvalidRequestException;
import io.weir.pattern.filter.Condition;
import java.util.Arrays;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The contributions of the entities that one removal of a range has removed.
 *
 * <p>The range is one of encoded keys. Its bounds may lie within a character, so a query reads the
 * partitions from the one bound to the other, or to an end of the table if the bound is no key, and
 * the contributions are then compared with the exact range. Any thread.
 */
record RemovedRange(StoredView stored, ViewDefinition definition, FeedItem.RangeRemoved item) {

  /**
   * Returns the removals, in the order of the keys. Reads no further than requested, apart from a
   * page.
   */
  Flux<ChangePlan.SourceChange> changes() {
    return Flux.defer(() -> stored
            .service()
            .query(stored.tables().sources(), Query.ALL.where(partitions().filter())))
        .map(ViewTables::contribution)
        .filter(held ->
            item.holds(held.source()) && held.ticks() <= item.timestamp().ticks())
        .concatMap(held -> isRemoved(held).filter(removed -> removed).map(removed -> held), 1)
        .map(held -> new ChangePlan.SourceChange(
            held.source(), Optional.empty(), item.timestamp().ticks(), item.partitionGroup()));
  }

  /**
   * Whether an entity is in the item's partition group. If that is unknown: whether the entity is
   * gone.
   */
  private Mono<Boolean> isRemoved(Contribution held) {
    return held.partitionGroup() == Contribution.UNKNOWN_GROUP
        ? stored.service().get(definition.source(), held.source()).hasElement().map(found -> !found)
        : Mono.just(held.partitionGroup() == item.partitionGroup());
  }

  private Condition partitions() {
    var from = partition(item.from().toByteArray());
    var to = partition(item.to().toByteArray());
    if (from.isPresent() && isWithinOnePartition()) {
      return Condition.partitionKey().is(from.get());
    }
    var condition = Condition.everything();
    if (from.isPresent()) {
      condition = Condition.partitionKey().ge(from.get());
    }
    if (to.isPresent()) {
      var below = Condition.partitionKey().le(to.get());
      condition = from.isPresent() ? condition.and(below) : below;
    }
    return condition;
  }

  /**
   * Whether both bounds begin with one PartitionKey and the separator; the upper one may end with
   * the byte after the separator.
   */
  private boolean isWithinOnePartition() {
    var from = item.from().toByteArray();
    var to = item.to().toByteArray();
    var end = separatorAt(from);
    if (end < 0 || to.length <= end || !Arrays.equals(from, 0, end, to, 0, end)) {
      return false;
    }
    return to[end] == EntityKey.SEPARATOR
        || to.length == end + 1 && to[end] == EntityKey.SEPARATOR + 1;
  }

  private static int separatorAt(byte[] bound) {
    for (var i = 0; i < bound.length; i++) {
      if (bound[i] == EntityKey.SEPARATOR) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Returns the PartitionKey of a bound. Empty if the bound ends within a character, or is no key.
   */
  private static Optional<String> partition(byte[] bound) {
    var end = separatorAt(bound);
    var key = Arrays.copyOf(bound, (end < 0 ? bound.length : end) + 1);
    try {
      return Optional.of(EntityKey.decode(key, 0, key.length).partitionKey());
    } catch (InvalidRequestException withinCharacter) {
      return Optional.empty();
    }
  }
}
