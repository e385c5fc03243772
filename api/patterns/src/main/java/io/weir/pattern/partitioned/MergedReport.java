package io.weir.pattern.partitioned;

import io.weir.api.QueryReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The cost of a query, added up while the streams of its shards are merged. It counts what the
 * merge has taken from each shard, and not what the shard has read ahead. A shard that the merge
 * has stopped counts with the rows and the progress that were taken from it.
 *
 * <p>Belongs to one subscription, whose signals follow one another.
 */
final class MergedReport {

  private final long[] scanned;
  private final List<QueryReport> ended = new ArrayList<>();
  private long returned;

  MergedReport(int shards) {
    scanned = new long[shards];
  }

  void addRow(int shard) {
    scanned[shard]++;
    returned++;
  }

  /** Adds the progress of a shard, which is the number of entities that it has read so far. */
  void addProgress(int shard, long scannedSoFar) {
    scanned[shard] = Math.max(scanned[shard], scannedSoFar);
  }

  void addEnd(int shard, QueryReport report) {
    scanned[shard] = report.scanned();
    ended.add(report);
  }

  long returned() {
    return returned;
  }

  long scanned() {
    return LongStream.of(scanned).sum();
  }

  QueryReport total() {
    var sum = ShardReports.sum(ended, returned);
    return new QueryReport(sum.path(), sum.index(), sum.ranges(), scanned(), returned);
  }
}
