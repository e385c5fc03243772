package io.weir.perf.engine.run;

import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.Shape;
import java.util.List;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How much an {@link EngineRun} measures.
 *
 * @param data what all stores are compared on, with every task
 * @param sizes what Weir alone is measured on besides, with point reads and upserts, to see what size costs
 * @param warmups iterations that do not count
 * @param measurements iterations that do
 * @param reading length of one where the stores are read
 * @param writing length of one where they are written
 */
record EngineEffort(
    List<DataSet> data,
    List<DataSet> sizes,
    int warmups,
    int measurements,
    TimeValue reading,
    TimeValue writing) {

  private static final int MILLION = 1_000_000;

  /** Everything once, in about a quarter of an hour on two quiet cores. */
  static EngineEffort brief() {
    return new EngineEffort(
        List.of(new DataSet(MILLION, Shape.WIDE), new DataSet(MILLION, Shape.NARROW)),
        fewAndMany(),
        2,
        3,
        TimeValue.seconds(1),
        TimeValue.seconds(2));
  }

  /** The same for longer: an hour. */
  static EngineEffort full() {
    var brief = brief();
    return new EngineEffort(brief.data, brief.sizes, 4, 5, TimeValue.seconds(3), TimeValue.seconds(10));
  }

  private static List<DataSet> fewAndMany() {
    return List.of(
        new DataSet(10_000, Shape.NARROW),
        new DataSet(100_000, Shape.NARROW),
        new DataSet(10 * MILLION, Shape.NARROW));
  }

  TimeValue iteration(BenchmarkTask task) {
    return task.writes() ? writing : reading;
  }
}
