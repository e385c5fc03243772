package io.weir.client.pattern.partitioned;

import io.weir.api.AccessPath;
import io.weir.api.QueryReport;
import java.util.Comparator;
import java.util.List;

/** The report of a query that several shards have answered. */
final class ShardReports {

  private ShardReports() {}

  /** Returns the sum, with the most expensive path. A shard that was stopped has no report. */
  static QueryReport sum(List<QueryReport> reports, long returned) {
    return new QueryReport(
        reports.stream()
            .map(QueryReport::path)
            .max(Comparator.naturalOrder())
            .orElse(AccessPath.UNKNOWN),
        reports.stream().mapToInt(QueryReport::ranges).sum(),
        reports.stream().mapToLong(QueryReport::scanned).sum(),
        returned);
  }
}
