package io.weir.api;

import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import io.weir.api.filter.FilterParser;
import org.jspecify.annotations.Nullable;

/**
 * Which entities are wanted, in which form, and from where on.
 *
 * <p>A query is built by refining {@link #ALL}: {@code Query.ALL.where("Age gt 30").top(10)}.
 *
 * <p>Fails with {@code InvalidInput} for a filter that passes {@link FilterLimits}, a negative {@code top}, or a continuation of a
 * query that walks the other way.
 *
 * @param filter which entities match
 * @param selection which properties are answered
 * @param top most entities in a page, or in all of a stream; {@link #NO_TOP} for no such limit. Where it is 0 the answer is empty
 *     and has no continuation: it would never end
 * @param direction the order in which they are answered
 * @param from where to go on; absent at the start
 */
public record Query(
    Filter filter,
    Selection selection,
    int top,
    Direction direction,
    @Nullable Continuation from) {

  /** No limit of the number of entities. */
  public static final int NO_TOP = Integer.MAX_VALUE;

  /** Everything, in ascending order of keys. */
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

  /** With this filter instead. */
  public Query where(Filter other) {
    return new Query(other, selection, top, direction, from);
  }

  /** With the filter of this text instead. Fails with {@code InvalidInput} when it cannot be read. */
  public Query where(String filterText) {
    return where(FilterParser.parse(filterText));
  }

  /** With this selection instead. */
  public Query select(Selection other) {
    return new Query(filter, other, top, direction, from);
  }

  /** With these properties selected instead. */
  public Query select(String... names) {
    return select(Selection.of(names));
  }

  /** With at most this many entities. Fails with {@code InvalidInput} when negative. */
  public Query top(int other) {
    return new Query(filter, selection, other, direction, from);
  }

  /** Walking backwards. */
  public Query descending() {
    return new Query(filter, selection, top, Direction.DESCENDING, from);
  }

  /** In whatever order is cheapest. */
  public Query unordered() {
    return new Query(filter, selection, top, Direction.UNORDERED, from);
  }

  /** Going on where a page or a stream ended, or from the start when there is nothing to go on from. */
  public Query from(@Nullable Continuation other) {
    return new Query(filter, selection, top, direction, other);
  }
}
