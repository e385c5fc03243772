package io.weir.perf.engine;

import io.weir.api.entity.Entity;
import io.weir.perf.DataSet;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How many entities can one thread read by their keys, all of them there, in random order?
 *
 * <p>{@code java -jar perf/target/perf.jar PointRead}
 */
public class PointReadBenchmark {

  @Benchmark
  public @Nullable Entity weir(WeirState weir, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = weir.tables.get(DataSet.TABLE, draws.present()).block();
    watch.stop();
    return entity;
  }

  @Benchmark
  public @Nullable Entity rocksdb(PeerState.RocksReading rocks, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = rocks.reader.get(draws.present());
    watch.stop();
    return entity;
  }

  @Benchmark
  public @Nullable Entity lmdb(PeerState.LmdbReading lmdb, Draws draws, Stopwatch watch) {
    watch.start();
    var entity = lmdb.reader.get(draws.present());
    watch.stop();
    return entity;
  }
}
