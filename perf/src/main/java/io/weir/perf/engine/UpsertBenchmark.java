package io.weir.perf.engine;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/**
 * How many entities can be replaced when none waits for the disk? Weir with
 * {@value Upserts#IN_FLIGHT} writes in flight and a force every ten milliseconds; RocksDB with a
 * thread for each core and its write-ahead log left to the operating system; LMDB with one thread
 * that commits {@value Upserts#IN_FLIGHT} at a time.
 *
 * <p>{@code java -jar perf/target/perf.jar engine.UpsertBenchmark}
 */
public class UpsertBenchmark {

  @Benchmark
  @OperationsPerInvocation(Upserts.WRITES)
  public void weir(WeirState weir, Upserts upserts) {
    upserts.write(weir.tables);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public void rocksdb(PeerState.Rocks rocks, Upserts upserts, Stopwatch watch) {
    watch.start();
    rocks.rocks().put(upserts.next(), false);
    watch.stop();
  }

  @Benchmark
  @OperationsPerInvocation(Upserts.IN_FLIGHT)
  public void lmdb(PeerState.Lmdb lmdb, Upserts upserts, Stopwatch watch) {
    watch.start();
    lmdb.peer.put(upserts.next(Upserts.IN_FLIGHT), false);
    watch.stop();
  }
}
