package io.weir.perf.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/**
 * How many entities can be replaced in atomic batches of {@value Batches#WRITES} when each is
 * forced before it is acknowledged? Weir with {@value Batches#IN_FLIGHT} in flight, RocksDB with as
 * many threads, LMDB with one. The latency is that of a batch.
 *
 * <p>{@code java -jar perf/target/perf.jar ForcedBatch}
 */
public class ForcedBatchBenchmark {

  @Benchmark
  @OperationsPerInvocation(Batches.A_CALL * Batches.WRITES)
  public void weir(WeirState.Forced weir, Batches batches) {
    batches.submit(weir.tables);
  }

  @Benchmark
  @OperationsPerInvocation(Batches.WRITES)
  @Threads(Batches.IN_FLIGHT)
  public void rocksdb(PeerState.Rocks rocks, Batches batches, Stopwatch watch) {
    batches.put(rocks.peer, true, watch);
  }

  @Benchmark
  @OperationsPerInvocation(Batches.WRITES)
  public void lmdb(PeerState.LmdbForced lmdb, Batches batches, Stopwatch watch) {
    batches.put(lmdb.peer, true, watch);
  }
}
