package io.weir.perf;

import io.weir.api.entity.Entity;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.rocksdb.RocksDBException;

/**
 * How many entities can one thread read by their keys, all of them there, in random order?
 *
 * <p>{@code java -jar perf/target/perf.jar PointRead}
 */
public class PointReadBenchmark {

  @Benchmark
  public @Nullable Entity weir(WeirState weir, DataState data, Dice dice) {
    var key = data.key(dice.random().nextInt(data.entities));
    return weir.tables.get(DataSet.TABLE, key).block();
  }

  @Benchmark
  public @Nullable Entity rocksdb(RocksState.Reading rocks, DataState data, Dice dice)
      throws RocksDBException {
    return rocks.reader.get(data.key(dice.random().nextInt(data.entities)));
  }
}
