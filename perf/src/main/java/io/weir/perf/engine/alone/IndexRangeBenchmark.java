package io.weir.perf.engine.alone;

import io.weir.perf.engine.Stopwatch;
import io.weir.perf.engine.WeirState;
import io.weir.perf.workload.DataSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * How many entities can one thread read in the order of an indexed property,
 * {@value DataSet#RANGE_ROWS} at a time and two properties of each? The latency is that of a range.
 *
 * <p>{@code java -jar perf/target/perf.jar IndexRange -p shape=INDEXED5}
 */
public class IndexRangeBenchmark {

  @Benchmark
  @OperationsPerInvocation(DataSet.RANGE_ROWS)
  public long weir(WeirState weir, IndexDraws draws, Stopwatch watch) {
    return draws.ordered(weir.tables, watch);
  }
}
