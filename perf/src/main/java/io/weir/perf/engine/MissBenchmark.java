package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import io.weir.perf.DataSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How many keys can one thread look up that no entity has?
 *
 * <p>{@code java -jar perf/target/perf.jar Miss}
 */
public class MissBenchmark {

  @Benchmark
  public @Nullable Entity weir(WeirState weir, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = weir.tables.get(DataSet.TABLE, draws.absent()).block();
    watch.stop();
    return entity;
  }

  @Benchmark
  public @Nullable Entity rocksdb(PeerState.RocksReading rocks, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = rocks.reader.get(draws.absent());
    watch.stop();
    return entity;
  }

  @Benchmark
  public @Nullable Entity lmdb(PeerState.LmdbReading lmdb, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = lmdb.reader.get(draws.absent());
    watch.stop();
    return entity;
  }
}
