package io.weir.perf;

import io.weir.api.Query;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.rocksdb.RocksDBException;

/**
 * How many entities can one thread read in ranges of {@value DataSet#RANGE_ROWS} that begin at random keys, each made an {@link
 * io.weir.api.entity.Entity}? Weir through the public {@code Flux}, RocksDB with an iterator.
 *
 * <p>{@code java -jar perf/target/perf.jar RangeScan}
 */
public class RangeScanBenchmark {

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long weir(WeirState weir, DataState data, Dice dice) {
    var from = data.key(data.set().rangeStart(dice.random()));
    var total = new Total();
    weir.tables
        .query(DataSet.TABLE, Query.ALL.where(DataSet.from(from)).top(DataSet.RANGE_ROWS))
        .doOnNext(total::add)
        .blockLast();
    return total.ofWholeRange();
  }

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long rocksdb(RocksState.Reading rocks, DataState data, Dice dice) throws RocksDBException {
    var from = data.key(data.set().rangeStart(dice.random()));
    var total = new Total();
    rocks.reader.scan(from, DataSet.RANGE_ROWS, total::add);
    return total.ofWholeRange();
  }
}
