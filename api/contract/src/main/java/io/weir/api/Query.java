package io.weir.api;

import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import io.weir.api.filter.FilterParser;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.SortProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query over the entities of a table: which entities match, which properties are returned, in
 * which order, from which position.
 *
 * <p>A query is built by refining {@link #ALL}: {@code Query.ALL.where("Age gt 30").top(10)}.
 *
 * <p>Fails with {@code InvalidInput} for a filter that exceeds {@link FilterLimits}, for a negative
 * {@code top}, for a continuation of another direction or another kind of order, and for more than
 * {@link IndexDefinition#MAX_PROPERTIES} properties to order by.
 *
 * @param filter which entities match
 * @param selection which properties are returned
 * @param top most entities in a page, or in a whole stream; {@link #NO_TOP} for no limit. With 0
 *     the answer is empty and has no continuation, because following it would never end
 * @param direction the order of keys in which entities are returned; ascending when {@code order}
 *     is given
 * @param order the properties to order by; empty for the order of keys. An index with further
 *     properties sorts entities with equal values by these; the last criterion is the key. A query
 *     that no index serves fails with {@code InvalidInput}, which names an index that would
 * @param hint which indexes may be used
 * @param from where to go on; null to begin at the start
 */
public record Query(
    Filter filter,
    Selection selection,
    int top,
    Direction direction,
    List<SortProperty> order,
    IndexHint hint,
    @Nullable Continuation from) {

  /** The value of {@code top} for no limit. */
  public static final int NO_TOP = Integer.MAX_VALUE;

  /** All entities, in ascending order of keys. */
  public static final Query ALL = new Query(
      Filter.ALL, Selection.ALL, NO_TOP, Direction.ASCENDING, List.of(), IndexHint.AUTO, null);

  public Query {
    FilterLimits.require(filter);
    if (top < 0) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "top=" + top);
    }
    order = List.copyOf(order);
    if (from != null && from.direction() != direction) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "continuation=ofOtherDirection");
    }
    if (from != null && (from.index() != null) == order.isEmpty()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "continuation=ofOtherOrder");
    }
    if (order.size() > IndexDefinition.MAX_PROPERTIES) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "orderBy=" + order.size() + " limit=" + IndexDefinition.MAX_PROPERTIES);
    }
    if (!order.isEmpty() && direction != Direction.ASCENDING) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "orderBy=withDirection");
    }
  }

  /** Returns this query with another filter. */
  public Query where(Filter other) {
    return new Query(other, selection, top, direction, order, hint, from);
  }

  /**
   * Returns this query with the filter that the text describes. Fails with {@code InvalidInput}
   * when the text is not a filter.
   */
  public Query where(String filterText) {
    return where(FilterParser.parse(filterText));
  }

  /** Returns this query with another selection. */
  public Query select(Selection other) {
    return new Query(filter, other, top, direction, order, hint, from);
  }

  /** Returns this query with these properties selected. */
  public Query select(String... names) {
    return select(Selection.of(names));
  }

  /**
   * Returns this query with at most this many entities. Fails with {@code InvalidInput} when the
   * number is negative.
   */
  public Query top(int other) {
    return new Query(filter, selection, other, direction, order, hint, from);
  }

  /** Returns this query in descending order of keys. */
  public Query descending() {
    return new Query(filter, selection, top, Direction.DESCENDING, order, hint, from);
  }

  /** Returns this query in the cheapest order: see {@link Direction#UNORDERED}. */
  public Query unordered() {
    return new Query(filter, selection, top, Direction.UNORDERED, order, hint, from);
  }

  /**
   * Returns this query from the position where a page or a stream ended. Null begins at the start.
   */
  public Query from(@Nullable Continuation other) {
    return new Query(filter, selection, top, direction, order, hint, other);
  }

  /**
   * Returns this query in another order. An order by PartitionKey, or by PartitionKey and RowKey,
   * both in one direction, is the order of keys.
   */
  public Query orderBy(List<SortProperty> properties) {
    var keys = KeyDirection.of(properties);
    return keys == null
        ? new Query(filter, selection, top, Direction.ASCENDING, properties, hint, from)
        : new Query(filter, selection, top, keys, List.of(), hint, from);
  }

  /** Returns this query in another order. */
  public Query orderBy(SortProperty... properties) {
    return orderBy(List.of(properties));
  }

  /** Returns this query with another hint for the planner. */
  public Query hint(IndexHint other) {
    return new Query(filter, selection, top, direction, order, other, from);
  }
}
