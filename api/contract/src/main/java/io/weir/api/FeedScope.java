package io.weir.api;

import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import java.util.Optional;

/**
 * The changes that a feed reports.
 *
 * <p>The filter is checked on each entity as it was written. The rest depends on whether the table
 * keeps before-images ({@link FeedSettings}):
 *
 * <ul>
 *   <li>With images, the feed describes the entities that satisfy the filter. A write after which
 *       the entity stops to satisfy it is reported as a removal with {@link FeedItem.Cause#LEFT}. A
 *       removal is reported if the entity satisfied the filter. An image that was left out counts
 *       as satisfying it, so a removal may name a key that the consumer does not hold.
 *   <li>Without images, an entity that stops to satisfy the filter is not reported; filter on
 *       properties that do not change, or on keys. A removal has no properties: it is reported
 *       unless the filter's conditions on keys exclude its key.
 * </ul>
 *
 * <p>The drop of a table is reported whatever the groups are. A token of one scope is valid in a
 * scope with another filter or other groups.
 *
 * @param table the table; empty for all tables of the account
 * @param filter within {@link FilterLimits}
 * @param groups the partition groups whose changes are reported
 */
public record FeedScope(Optional<TableName> table, Filter filter, FeedGroups groups) {

  /** All changes of the account. */
  public static final FeedScope ACCOUNT =
      new FeedScope(Optional.empty(), Filter.ALL, FeedGroups.ALL);

  public FeedScope {
    FilterLimits.require(filter);
  }

  /** Returns the scope of all changes of a table. */
  public static FeedScope of(TableName table) {
    return new FeedScope(Optional.of(table), Filter.ALL, FeedGroups.ALL);
  }

  /** Returns this scope with another filter. */
  public FeedScope where(Filter other) {
    return new FeedScope(table, other, groups);
  }

  /** Returns this scope with other partition groups. */
  public FeedScope in(FeedGroups other) {
    return new FeedScope(table, filter, other);
  }
}
