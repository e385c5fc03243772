package io.weir.perf.engine.alone;

import io.weir.perf.engine.BesideLoadBenchmark;
import io.weir.perf.engine.LoadBeside;
import io.weir.perf.engine.MixedBenchmark;
import io.weir.perf.engine.MixedOperations;
import io.weir.perf.engine.WeirState;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * How long do reads and upserts take while an index is filled again and again, compared with no
 * other load? {@value MixedBenchmark#WRITES_OF_100} in a hundred are upserts.
 *
 * <p>Operations begin on the schedule of {@link BesideLoadBenchmark}. The throughput is fixed; the
 * percentiles are the result.
 *
 * <p>{@code java -jar perf/target/perf.jar BesideBackfill -p shape=INDEXED0}
 */
public class BesideBackfillBenchmark {

  @Benchmark
  public void weir(
      WeirState weir,
      MixedOperations operations,
      LoadBeside disturbance,
      BesideLoadBenchmark.Schedule schedule) {
    disturbance.begin(weir, () -> IndexFilling.run(weir.tables));
    schedule.await();
    MixedBenchmark.operation(weir, operations).block();
    schedule.done();
  }
}
