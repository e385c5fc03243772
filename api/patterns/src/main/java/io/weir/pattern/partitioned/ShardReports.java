package io.weir.pattern.partitioned;

import io.weir.api.AccessPath;
import io.weir.api.QueryReport;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of a query that several shards have answered. */
final class ShardReports {

  private static final String SEPARATOR = ",";

  private ShardReports() {}

  /**
   * Returns the sum, with the most expensive path and the indexes of all shards. A shard that was
   * stopped has no report.
   */
  static QueryReport sum(List<QueryReport> reports, long returned) {
    return new QueryReport(
        reports.stream()
            .map(QueryReport::path)
            .max(Comparator.naturalOrder())
            .orElse(AccessPath.UNKNOWN),
        indexes(reports),
        reports.stream().mapToInt(QueryReport::ranges).sum(),
        reports.stream().mapToLong(QueryReport::scanned).sum(),
        returned);
  }

  private static String indexes(List<QueryReport> reports) {
    return reports.stream()
        .flatMap(report -> Stream.of(report.index().split(SEPARATOR)))
        .filter(index -> !index.isEmpty())
        .distinct()
        .collect(Collectors.joining(SEPARATOR));
  }
}
