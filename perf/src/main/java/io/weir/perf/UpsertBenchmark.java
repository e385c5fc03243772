package io.weir.perf;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;
import org.rocksdb.RocksDBException;

/**
 * How many entities can be replaced when none waits for the disk? Weir with {@value Lanes#IN_FLIGHT} writes in flight and a force
 * every ten milliseconds; RocksDB with a thread for each core and its write-ahead log left to the operating system.
 *
 * <p>{@code java -jar perf/target/perf.jar io.weir.perf.UpsertBenchmark}
 */
public class UpsertBenchmark {

  @Benchmark
  @OperationsPerInvocation(Lanes.WRITES)
  public void weir(WeirState weir, Upserts upserts) {
    Lanes.write(weir.tables, upserts);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public void rocksdb(RocksState rocks, Upserts upserts) throws RocksDBException {
    rocks.rocks.put(upserts.next(), false);
  }
}
