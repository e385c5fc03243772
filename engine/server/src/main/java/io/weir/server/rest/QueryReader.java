package io.weir.server.rest;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.server.request.QueryOptions;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a query from the options of a request: {@code $filter}, {@code $select}, {@code $top}, and of {@code $orderby} the two orders
 * in which keys can be walked, the descending one being our own.
 *
 * <p>{@code $top} is the size of a page. Fails with {@code InvalidInput} for an option that cannot be read, and for a page of more
 * than {@link Page#MAX_ITEMS}; with {@code NotImplemented} for other options of OData. Options without {@code $} that are not known are
 * not looked at.
 */
public final class QueryReader {

  private static final Set<String> KNOWN =
      Set.of("$filter", "$select", "$top", "$orderby", "$format");
  private static final String ASCENDING = "partitionkey,rowkey";
  private static final String DESCENDING = "partitionkey desc,rowkey desc";

  private QueryReader() {}

  /**
   * The query of these options.
   *
   * @param from where to go on; null at the start
   */
  static Query read(QueryOptions options, @Nullable Continuation from) {
    return read(options, from, Page.MAX_ITEMS);
  }

  /**
   * The query of these options.
   *
   * @param from where to go on; null at the start
   * @param mostTop greatest {@code $top} that is taken
   */
  public static Query read(QueryOptions options, @Nullable Continuation from, int mostTop) {
    requireKnown(options);
    var query = Query.ALL
        .where(options.get("$filter", ""))
        .select(selection(options))
        .top(top(options, mostTop));
    return (isDescending(options) ? query.descending() : query).from(from);
  }

  /**
   * The filter of a request that removes what it names; only {@code $filter} is taken. Fails with {@code InvalidInput} when it is not
   * there: a request that lost it must not empty a table.
   */
  public static Filter keys(QueryOptions options) {
    for (var name : options.names()) {
      if (name.startsWith("$") && !name.equals("$filter")) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + name);
      }
    }
    var filter = options.get("$filter", "").strip();
    if (filter.isEmpty()) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=$filter all=true");
    }
    return FilterParser.parse(filter);
  }

  /** The properties that are wanted; all when nothing or {@code *} is said. */
  public static Selection selection(QueryOptions options) {
    var selected = options.get("$select", "");
    if (selected.isEmpty()) {
      return Selection.ALL;
    }
    var names = Stream.of(selected.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toList());
    return names.contains("*") ? Selection.ALL : Selection.of(names);
  }

  private static int top(QueryOptions options, int most) {
    var text = options.get("$top");
    if (text == null) {
      return Query.NO_TOP;
    }
    var top = integer(text);
    if (top < 0 || top > most) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "$top=" + top + " limit=" + most);
    }
    return top;
  }

  private static int integer(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=$top of=integer");
    }
  }

  private static boolean isDescending(QueryOptions options) {
    var order = options
        .get("$orderby", "")
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("\\s*,\\s*", ",")
        .replaceAll("\\s+", " ")
        .replace(" asc", "");
    if (order.isEmpty() || order.equals(ASCENDING)) {
      return false;
    }
    if (order.equals(DESCENDING)) {
      return true;
    }
    throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=$orderby");
  }

  private static void requireKnown(QueryOptions options) {
    for (var name : options.names()) {
      if (name.startsWith("$") && !KNOWN.contains(name)) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + name);
      }
    }
  }
}
