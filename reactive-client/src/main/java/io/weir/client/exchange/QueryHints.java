package io.weir.client.exchange;

import io.weir.api.Query;
import io.weir.api.index.SortProperty;
import io.weir.api.wire.Dialect;
import java.util.List;
import java.util.stream.Collectors;

/** The order and the hint of a query, as requests carry them. */
public final class QueryHints {

  private QueryHints() {}

  /** Returns the value of {@code $orderby}. */
  public static String order(List<SortProperty> order) {
    return order.stream().map(SortProperty::toString).collect(Collectors.joining(","));
  }

  /**
   * Returns a request with the header of a query's hint; without one when the service is to choose.
   */
  public static OutboundRequest on(OutboundRequest request, Query query) {
    var forced = query.hint().forced();
    if (forced != null) {
      return request.with(Dialect.INDEX_HEADER, forced.value());
    }
    return query.hint().allowed() ? request : request.with(Dialect.INDEX_HEADER, Dialect.NO_INDEX);
  }
}
