package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.Query;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.FilterParser;
import io.weir.api.wire.Dialect;
import io.weir.server.http.QueryOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * The query that a request's options mean.
 *
 * <p>Any thread. Fails with {@code InvalidInput} for a value that cannot be read, and with {@code NotImplemented} for an option of
 * OData that is not known here; other options are left to whoever added them.
 */
final class QueryReader {

  private static final Set<String> KNOWN =
      Set.of("$filter", "$select", "$top", Dialect.ORDER_BY, "$format");

  private QueryReader() {}

  static Query read(QueryOptions options) {
    requireKnown(options);
    var resume = options.get(Dialect.RESUME);
    return new Query(
        FilterParser.parse(options.get("$filter", "")),
        selection(options.get("$select", "")),
        top(options.get("$top", "")),
        direction(options.get(Dialect.ORDER_BY, "")),
        resume == null ? null : Continuation.parse(resume));
  }

  /** Which properties an entity is answered with, where nothing else can be asked. */
  static Selection selection(QueryOptions options) {
    requireKnown(options);
    return selection(options.get("$select", ""));
  }

  private static void requireKnown(QueryOptions options) {
    for (var name : options.names()) {
      if (name.startsWith("$") && !KNOWN.contains(name)) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + name);
      }
    }
  }

  private static Selection selection(String names) {
    return names.isBlank() || names.strip().equals("*")
        ? Selection.ALL
        : Selection.of(Arrays.stream(names.split(",", -1)).map(String::strip).toList());
  }

  private static int top(String number) {
    if (number.isEmpty()) {
      return Query.NO_TOP;
    }
    try {
      return Integer.parseInt(number);
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "option=$top expected=number");
    }
  }

  private static Direction direction(String order) {
    if (order.isEmpty()) {
      return Direction.ASCENDING;
    }
    var columns = order.replace(" ", "").toLowerCase(Locale.ROOT);
    return switch (columns) {
      case "partitionkey,rowkey", "partitionkeyasc,rowkeyasc" -> Direction.ASCENDING;
      case "partitionkeydesc,rowkeydesc" -> Direction.DESCENDING;
      default ->
        throw new InvalidRequestException(
            ErrorCode.NOT_IMPLEMENTED, "option=$orderby expected=" + Dialect.DESCENDING);
    };
  }
}
