package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How many entities can one thread read by existing keys in random order?
 *
 * <p>{@code java -jar perf/target/perf.jar PointRead}
 */
public class PointReadBenchmark {

  @Benchmark
  public @Nullable Entity weir(WeirState weir, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(weir, draws.present(), watch);
  }

  @Benchmark
  public @Nullable Entity rocksdb(PeerState.RocksReading rocks, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(rocks.reader, draws.present(), watch);
  }

  @Benchmark
  public @Nullable Entity lmdb(PeerState.LmdbReading lmdb, KeyDraws draws, Stopwatch watch) {
    return KeyReads.read(lmdb.reader, draws.present(), watch);
  }
}
