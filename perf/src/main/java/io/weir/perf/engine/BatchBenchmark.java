package io.weir.perf.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/**
 * How many entities can be replaced in atomic batches of {@value Batches#WRITES} when none waits
 * for the disk? Weir with {@value Batches#IN_FLIGHT} in flight, RocksDB with a thread for each
 * core, LMDB with one. The latency is that of a batch.
 *
 * <p>{@code java -jar perf/target/perf.jar engine.BatchBenchmark}
 */
public class BatchBenchmark {

  @Benchmark
  @OperationsPerInvocation(Batches.A_CALL * Batches.WRITES)
  public void weir(WeirState weir, Batches batches) {
    batches.submit(weir.tables);
  }

  @Benchmark
  @OperationsPerInvocation(Batches.WRITES)
  @Threads(Threads.MAX)
  public void rocksdb(PeerState.Rocks rocks, Batches batches, Stopwatch watch) {
    batches.put(rocks.peer, false, watch);
  }

  @Benchmark
  @OperationsPerInvocation(Batches.WRITES)
  public void lmdb(PeerState.Lmdb lmdb, Batches batches, Stopwatch watch) {
    batches.put(lmdb.peer, false, watch);
  }
}
