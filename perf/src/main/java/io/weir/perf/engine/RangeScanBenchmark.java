package io.weir.perf.engine;

import io.weir.api.Query;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * How many entities can one thread read in ranges of {@value DataSet#RANGE_ROWS} from random keys
 * on, each as an {@link io.weir.api.entity.Entity}? Weir uses the public {@code Flux}, the peers a
 * cursor. The latency is that of a range.
 *
 * <p>{@code java -jar perf/target/perf.jar RangeScan}
 */
public class RangeScanBenchmark {

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long weir(WeirState weir, KeyDraws draws, Stopwatch watch) {
    watch.start();
    var query = Query.ALL.where(DataSet.from(draws.rangeStart())).top(DataSet.RANGE_ROWS);
    var found = new ScanTotals();
    weir.tables.query(DataSet.TABLE, query).doOnNext(found).blockLast();
    watch.stop();
    return found.bytesOf(DataSet.RANGE_ROWS);
  }

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long rocksdb(PeerState.RocksReading rocks, KeyDraws draws, Stopwatch watch) {
    return range(rocks.reader, draws, watch);
  }

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long lmdb(PeerState.LmdbReading lmdb, KeyDraws draws, Stopwatch watch) {
    return range(lmdb.reader, draws, watch);
  }

  private static long range(PeerReader reader, KeyDraws draws, Stopwatch watch) {
    watch.start();
    var found = new ScanTotals();
    reader.range(draws.rangeStart(), DataSet.RANGE_ROWS, found);
    watch.stop();
    return found.bytesOf(DataSet.RANGE_ROWS);
  }
}
