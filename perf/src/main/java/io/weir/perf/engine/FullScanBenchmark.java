package io.weir.perf.engine;

import io.weir.api.Query;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * How many entities can one thread read in the order of keys, across partitions, each as an
 * {@link io.weir.api.entity.Entity}?
 *
 * <p>{@code java -jar perf/target/perf.jar FullScan}
 */
public class FullScanBenchmark {

  static final int ENTITIES = 10_000;

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long weir(WeirState weir, WholeScan scan) {
    return scan.read(weir.tables, Query.ALL, ENTITIES);
  }

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long rocksdb(PeerState.RocksReading rocks, WholeScan scan) {
    return scan.read(rocks.reader, ENTITIES);
  }

  @Benchmark
  @OperationsPerInvocation(ENTITIES)
  public long lmdb(PeerState.LmdbReading lmdb, WholeScan scan) {
    return scan.read(lmdb.reader, ENTITIES);
  }
}
