package io.weir.api;

import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import io.weir.api.filter.FilterParser;
import org.jspecify.annotations.Nullable;

/**
 * A query over the entities of a table: which entities match, which properties are returned, in which order, from which position.
 *
 * <p>A query is built by refining {@link #ALL}: {@code Query.ALL.where("Age gt 30").top(10)}.
 *
 * <p>Fails with {@code InvalidInput} for a filter that exceeds {@link FilterLimits}, for a negative {@code top}, and for a
 * continuation of another direction.
 *
 * @param filter which entities match
 * @param selection which properties are returned
 * @param top most entities in a page, or in a whole stream; {@link #NO_TOP} for no limit. With 0 the answer is empty and has no
 *     continuation, because following it would never end
 * @param direction the order in which entities are returned
 * @param from where to go on; null to begin at the start
 */
public record Query(
    Filter filter,
    Selection selection,
    int top,
    Direction direction,
    @Nullable Continuation from) {

  /** The value of {@code top} for no limit. */
  public static final int NO_TOP = Integer.MAX_VALUE;

  /** All entities, in ascending order of keys. */
  public static final Query ALL =
      new Query(Filter.ALL, Selection.ALL, NO_TOP, Direction.ASCENDING, null);

  public Query {
    FilterLimits.require(filter);
    if (top < 0) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "top=" + top);
    }
    if (from != null && from.direction() != direction) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "continuation=ofOtherDirection");
    }
  }

  /** Returns this query with another filter. */
  public Query where(Filter other) {
    return new Query(other, selection, top, direction, from);
  }

  /** Returns this query with the filter that the text describes. Fails with {@code InvalidInput} when the text is not a filter. */
  public Query where(String filterText) {
    return where(FilterParser.parse(filterText));
  }

  /** Returns this query with another selection. */
  public Query select(Selection other) {
    return new Query(filter, other, top, direction, from);
  }

  /** Returns this query with these properties selected. */
  public Query select(String... names) {
    return select(Selection.of(names));
  }

  /** Returns this query with at most this many entities. Fails with {@code InvalidInput} when the number is negative. */
  public Query top(int other) {
    return new Query(filter, selection, other, direction, from);
  }

  /** Returns this query in descending order of keys. */
  public Query descending() {
    return new Query(filter, selection, top, Direction.DESCENDING, from);
  }

  /** Returns this query in the cheapest order: see {@link Direction#UNORDERED}. */
  public Query unordered() {
    return new Query(filter, selection, top, Direction.UNORDERED, from);
  }

  /** Returns this query from the position where a page or a stream ended. Null begins at the start. */
  public Query from(@Nullable Continuation other) {
    return new Query(filter, selection, top, direction, other);
  }
}
