package io.weir.perf.engine;

import static io.weir.perf.engine.Upserts.IN_FLIGHT;

import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/**
 * How many entities can be replaced if each is forced to the disk before it is acknowledged,
 * {@value Upserts#IN_FLIGHT} at a time? Weir has as many writes in flight; RocksDB has as many
 * threads, whose writes it forces in groups; LMDB has no such groups, so one thread commits as many
 * at a time; the disk only writes and forces their bytes, one write after another.
 *
 * <p>{@code java -jar perf/target/perf.jar ForcedUpsert}
 */
public class ForcedUpsertBenchmark {

  @Benchmark
  @OperationsPerInvocation(Upserts.WRITES)
  public void weir(WeirState.Forced weir, Upserts upserts) {
    upserts.write(weir.tables);
  }

  @Benchmark
  @Threads(IN_FLIGHT)
  public void rocksdb(PeerState.Rocks rocks, Upserts upserts, Stopwatch watch) {
    watch.start();
    rocks.rocks().put(upserts.next(), true);
    watch.stop();
  }

  @Benchmark
  @OperationsPerInvocation(IN_FLIGHT)
  public void lmdb(PeerState.LmdbForced lmdb, Upserts upserts, Stopwatch watch) {
    watch.start();
    lmdb.peer.put(upserts.next(IN_FLIGHT), true);
    watch.stop();
  }

  @Benchmark
  @OperationsPerInvocation(IN_FLIGHT)
  public void disk(DiskState disk, Stopwatch watch) throws IOException {
    watch.start();
    disk.writeAndForce();
    watch.stop();
  }
}
