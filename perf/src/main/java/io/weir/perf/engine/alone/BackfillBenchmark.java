package io.weir.perf.engine.alone;

import io.weir.perf.engine.WeirState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How many entities a second does an index that is declared later take over while nothing else
 * happens? The time includes dropping the index; the entries of the dropped one may still be swept.
 *
 * <p>An invocation is a whole backfill, so JMH must be told the number of entities. The percentiles
 * are not measured.
 *
 * <p>{@code java -jar perf/target/perf.jar index.BackfillBenchmark -p shape=INDEXED0 -p
 * entities=200000 -opi 200000}
 */
public class BackfillBenchmark {

  @Benchmark
  public void weir(WeirState weir) {
    IndexFilling.run(weir.tables);
  }
}
