package io.weir.server.rest;

import io.weir.api.Continuation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.aggregate.AggregationParser;
import io.weir.api.edm.EdmString;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.filter.Operator;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import io.weir.server.request.Resource;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parses a query from the options of a request: {@code $filter}, {@code $select}, {@code $top} and
 * {@code $orderby}. Entities can be ordered by their keys and by the properties of an index. All
 * orders but the ascending one of keys are an extension.
 *
 * <p>{@code $apply} says what is aggregated of the entities that the other options select. It is
 * accepted where a resource can be aggregated.
 *
 * <p>{@code $top} is the size of a page. Fails with {@code InvalidInput} for an invalid option and
 * for a page larger than {@link Page#MAX_ITEMS}, with {@code NotImplemented} for other options of
 * OData. Unknown options without {@code $} are ignored.
 */
public final class QueryReader {

  private static final Set<String> KNOWN =
      Set.of("$filter", "$select", "$top", "$orderby", "$format", "$count");

  private static final String APPLY = "$apply";

  private static final List<String> OF_GROUPS = List.of("$select", "$top", "$orderby", "$count");

  private QueryReader() {}

  /**
   * Parses a query.
   *
   * @param from position at which the query continues; null at its start
   */
  static Query read(QueryOptions options, @Nullable Continuation from) {
    return read(options, from, Page.MAX_ITEMS);
  }

  /**
   * Parses a query.
   *
   * @param from position at which the query continues; null at its start
   * @param maxTop largest accepted {@code $top}
   */
  public static Query read(QueryOptions options, @Nullable Continuation from, int maxTop) {
    requireKnown(options);
    var query = Query.ALL
        .where(options.get("$filter", ""))
        .select(selection(options))
        .top(top(options, maxTop));
    return query.orderBy(OrderReader.parse(options.get("$orderby", ""))).from(from);
  }

  /**
   * Returns a query for the entities that a resource names: those of a partition, or all of a
   * table.
   */
  public static Query within(Resource resource, Query query) {
    if (!(resource instanceof Resource.Partition partition)) {
      return query;
    }
    var key = new Filter.Comparison(
        "PartitionKey", Operator.EQUAL, new EdmString(partition.partitionKey()));
    return query.where(
        query.filter().equals(Filter.ALL) ? key : new Filter.And(List.of(key, query.filter())));
  }

  /**
   * Returns a query of the list of tables, which has no indexes and no count. Fails with
   * {@code NotImplemented} for one that asks.
   */
  public static Query ofTables(QueryOptions options, Query query) {
    if (options.has("$count") || !query.order().isEmpty()) {
      throw new InvalidRequestException(
          ErrorCode.NOT_IMPLEMENTED, "resource=Tables option=$count or $orderby");
    }
    return query;
  }

  /**
   * Returns a query with the hint of a request's header: the name of an index, or
   * {@link Dialect#NO_INDEX}.
   */
  public static Query hinted(Query query, String header) {
    if (header.isEmpty()) {
      return query;
    }
    return query.hint(
        header.equals(Dialect.NO_INDEX) ? IndexHint.NONE : IndexHint.force(new IndexName(header)));
  }

  /** Whether the request asks for an aggregation, by {@code $apply}. */
  public static boolean isAggregated(QueryOptions options) {
    return options.has(APPLY);
  }

  /** Parses {@code $apply}. Fails as {@link AggregationParser} does. */
  public static Aggregation aggregation(QueryOptions options) {
    return AggregationParser.parse(options.get(APPLY, ""));
  }

  /**
   * Returns the options that say which entities are aggregated: all but {@code $apply}. Fails with
   * {@code NotImplemented} for an option that OData applies to the groups.
   */
  static QueryOptions ofAggregated(QueryOptions options) {
    for (var name : OF_GROUPS) {
      if (options.has(name)) {
        throw new InvalidRequestException(
            ErrorCode.NOT_IMPLEMENTED, "option=" + name + " with=$apply");
      }
    }
    return withoutApply(options);
  }

  /** Returns the options of the query that is aggregated, where they all belong to it. */
  public static QueryOptions withoutApply(QueryOptions options) {
    return options.without(APPLY);
  }

  /** Whether {@code $count=true} asks for the number of all matches beside a page. */
  static boolean isCounted(QueryOptions options) {
    return switch (options.get("$count", "false").strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
        throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "$count expected=true or false");
    };
  }

  /**
   * Parses the filter of a range delete. Only {@code $filter} is accepted. Fails with
   * {@code InvalidInput} if it is absent, so that a request without its options cannot delete all
   * entities of a table.
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

  /** Parses {@code $select}. Returns all properties if it is absent or contains {@code *}. */
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

  private static int top(QueryOptions options, int maxTop) {
    var text = options.get("$top");
    if (text == null) {
      return Query.NO_TOP;
    }
    var top = integer(text);
    if (top < 0 || top > maxTop) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "$top=" + top + " limit=" + maxTop);
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

  private static void requireKnown(QueryOptions options) {
    for (var name : options.names()) {
      if (name.startsWith("$") && !KNOWN.contains(name)) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + name);
      }
    }
  }
}
