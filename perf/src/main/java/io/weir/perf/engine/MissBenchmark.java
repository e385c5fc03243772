package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How many absent keys can one thread look up?
 *
 * <p>{@code java -jar perf/target/perf.jar Miss}
 */
public class MissBenchmark {

  @Benchmark
  public @Nullable Entity weir(WeirState weir, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(weir, draws.absent(), watch);
  }

  @Benchmark
  public @Nullable Entity rocksdb(PeerState.RocksReading rocks, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(rocks.reader, draws.absent(), watch);
  }

  @Benchmark
  public @Nullable Entity lmdb(PeerState.LmdbReading lmdb, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(lmdb.reader, draws.absent(), watch);
  }
}
