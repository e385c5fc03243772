package io.weir.perf;

import static io.weir.perf.Lanes.IN_FLIGHT;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;
import org.rocksdb.RocksDBException;

/**
 * How many entities can be replaced when each is forced to the disk before it is acknowledged, {@value Lanes#IN_FLIGHT} at a time?
 * Weir with as many writes in flight, RocksDB with as many threads, whose writes it forces in groups.
 *
 * <p>{@code java -jar perf/target/perf.jar ForcedUpsert}
 */
public class ForcedUpsertBenchmark {

  @Benchmark
  @OperationsPerInvocation(Lanes.WRITES)
  public void weir(WeirState.Forced weir, Upserts upserts) {
    Lanes.write(weir.tables, upserts);
  }

  @Benchmark
  @Threads(IN_FLIGHT)
  public void rocksdb(RocksState rocks, Upserts upserts) throws RocksDBException {
    rocks.rocks.put(upserts.next(), true);
  }
}
