package io.weir.api.search;

import io.weir.api.edm.EdmString;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterLimits;
import io.weir.api.filter.Operator;
import java.util.List;

/**
 * A search in a table.
 *
 * <p>The text is a list of clauses with blanks between them:
 *
 * <pre>
 * goose             the word; unless a clause has a plus, at least one without a sign must match
 * "bald eagle"      the words in this order, next to each other
 * +goose  -canada   must match; must not match
 * wood*             words that begin so
 * Remarks:engine    in this property only; also before a phrase or a prefix
 * </pre>
 *
 * <p>A quotation mark or a backslash in a phrase follows a backslash. A word with a colon that is
 * no property's name must be a phrase.
 *
 * @param text 1 to {@link #MOST_UNITS} UTF-16 units, at most {@link #MOST_CLAUSES} clauses, checked
 *     when it is searched for
 * @param filter is checked on each found entity. It has two comparisons less than that of a query
 *     at most, because a search adds the key
 * @param selection the properties of the answer; the keys are always part of it
 * @param top most entities of the answer, 1 to {@link #MOST_TOP}
 * @param skip how many of the ranked matches are passed over, 0 to {@link #DEEPEST}: the
 *     {@link SearchPage#next} of the page before
 */
public record SearchRequest(String text, Filter filter, Selection selection, int top, int skip) {

  public static final int MOST_UNITS = 1_000;
  public static final int MOST_CLAUSES = 32;
  public static final int DEFAULT_TOP = 20;
  public static final int MOST_TOP = 1_000;

  /** Matches after this rank are not read. A narrower search finds them. */
  public static final int DEEPEST = 10_000;

  /**
   * Fails with {@code InvalidInput} for an empty or too long text, a filter that is too long or too
   * deep, and a {@code top} or {@code skip} out of range.
   */
  public SearchRequest {
    FilterLimits.require(at(new EntityKey("", ""), filter));
    if (text.isBlank() || text.length() > MOST_UNITS) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "search=" + (text.isBlank() ? "blank" : "tooLong") + " units=" + text.length()
              + " from=1 to=" + MOST_UNITS);
    }
    require("top", top, 1, MOST_TOP);
    require("skip", skip, 0, DEEPEST);
  }

  /** Searches for a text, without a filter, for the first {@link #DEFAULT_TOP} entities. */
  public static SearchRequest of(String text) {
    return new SearchRequest(text, Filter.ALL, Selection.ALL, DEFAULT_TOP, 0);
  }

  /** Returns the condition that holds for the entity of a key, if it satisfies the filter. */
  public Filter filterAt(EntityKey key) {
    return at(key, filter);
  }

  private static Filter at(EntityKey key, Filter filter) {
    return new Filter.And(List.of(
        new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(key.partitionKey())),
        new Filter.Comparison("RowKey", Operator.EQUAL, new EdmString(key.rowKey())),
        filter));
  }

  /** Returns this request with a condition on the entities. */
  public SearchRequest where(Filter other) {
    return new SearchRequest(text, other, selection, top, skip);
  }

  /** Returns this request for other properties. */
  public SearchRequest select(Selection other) {
    return new SearchRequest(text, filter, other, top, skip);
  }

  /** Returns this request for at most so many entities. */
  public SearchRequest top(int most) {
    return new SearchRequest(text, filter, selection, most, skip);
  }

  /** Returns this request after so many matches. */
  public SearchRequest skip(int matches) {
    return new SearchRequest(text, filter, selection, top, matches);
  }

  private static void require(String name, int value, int from, int to) {
    if (value < from || value > to) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, name + "=" + value + " from=" + from + " to=" + to);
    }
  }
}
