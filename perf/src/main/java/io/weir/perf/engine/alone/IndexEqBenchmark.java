package io.weir.perf.engine.alone;

import io.weir.perf.engine.Stopwatch;
import io.weir.perf.engine.WeirState;
import io.weir.perf.workload.IndexedProperties;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How often can one thread read the {@value IndexedProperties#HITS} entities that have one value of
 * an indexed property? The latency is that of a query. The entities must be as they were loaded.
 *
 * <p>{@code java -jar perf/target/perf.jar IndexEq -p shape=INDEXED5}
 */
public class IndexEqBenchmark {

  @Benchmark
  public long weir(WeirState weir, IndexDraws draws, Stopwatch watch) {
    return draws.equal(weir.tables, watch);
  }
}
