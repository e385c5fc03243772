package io.weir.server.rest;

import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterParser;
import io.weir.api.search.SearchRequest;
import io.weir.api.wire.Dialect;
import io.weir.server.request.QueryOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a search from the options of a request. Any thread. */
final class SearchQuery {

  /** The option that makes a query a search. */
  static final String OPTION = Dialect.SEARCH;

  private static final Set<String> KNOWN =
      Set.of(OPTION, "$filter", "$select", "$top", "$skip", "$format");

  private SearchQuery() {}

  /**
   * Returns the search. Its selection holds the keys. Fails with {@code InvalidInput} as
   * {@link SearchRequest} does, and with {@code NotImplemented} for an option that a search does
   * not have, such as {@code $orderby}.
   */
  static SearchRequest read(QueryOptions options) {
    for (var name : options.names()) {
      if (name.startsWith("$") && !KNOWN.contains(name)) {
        throw new InvalidRequestException(
            ErrorCode.NOT_IMPLEMENTED, "option=" + name + " resource=search");
      }
    }
    var filter = options.get("$filter", "").strip();
    return new SearchRequest(
        options.get(OPTION, ""),
        filter.isEmpty() ? Filter.ALL : FilterParser.parse(filter),
        withKeys(QueryReader.selection(options)),
        number(options, "$top", SearchRequest.DEFAULT_TOP),
        number(options, "$skip", 0));
  }

  private static Selection withKeys(Selection selected) {
    if (selected.isAll()) {
      return selected;
    }
    var names = new ArrayList<>(List.of("PartitionKey", "RowKey"));
    names.addAll(selected.names());
    return Selection.of(names);
  }

  private static int number(QueryOptions options, String name, int otherwise) {
    var text = options.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "option=" + name + " expected=integer");
    }
  }
}
