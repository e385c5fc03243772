package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import io.weir.perf.peer.Peer;
import io.weir.perf.peer.PeerReader;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.Zipf;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;
import reactor.core.publisher.Mono;

/**
 * How many operations can be carried out if {@value #WRITES_OF_100} in a hundred replace an entity,
 * the others read one, and a few entities are much more frequent than the rest ({@link Zipf})?
 * Nothing is forced. Weir has {@value #IN_FLIGHT} operations in flight, the peers a thread for each
 * core.
 *
 * <p>{@code java -jar perf/target/perf.jar Mixed}
 */
public class MixedBenchmark {

  public static final int WRITES_OF_100 = 5;

  private static final int IN_FLIGHT = 64;
  private static final int OPERATIONS = IN_FLIGHT * 256;

  @Benchmark
  @OperationsPerInvocation(OPERATIONS)
  public void weir(WeirState weir, MixedOperations operations) {
    ConcurrentOperations.run(IN_FLIGHT, OPERATIONS, () -> operation(weir, operations));
  }

  @Benchmark
  @Threads(Threads.MAX)
  public @Nullable Entity rocksdb(
      PeerState.Rocks rocks,
      PeerState.RocksReading reading,
      MixedOperations operations,
      Stopwatch watch) {
    return operation(rocks.peer, reading.reader, operations, watch);
  }

  @Benchmark
  @Threads(Threads.MAX)
  public @Nullable Entity lmdb(
      PeerState.Lmdb lmdb,
      PeerState.LmdbReading reading,
      MixedOperations operations,
      Stopwatch watch) {
    return operation(lmdb.peer, reading.reader, operations, watch);
  }

  /** Reads or upserts, as the next drawn operation says. */
  public static Mono<?> operation(WeirState weir, MixedOperations operations) {
    var number = operations.next();
    return operations.isWrite(number)
        ? Upserts.replace(weir.tables, operations.entity(number))
        : weir.tables.get(DataSet.TABLE, operations.key(number));
  }

  private static @Nullable Entity operation(
      Peer peer, PeerReader reader, MixedOperations operations, Stopwatch watch) {
    watch.start();
    var number = operations.next();
    Entity read = null;
    if (operations.isWrite(number)) {
      peer.put(List.of(operations.entity(number)), false);
    } else {
      read = reader.get(operations.key(number));
    }
    watch.stop();
    return read;
  }
}
