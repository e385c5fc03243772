package io.weir.perf.engine.run;

import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RowSize;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The amount of work of an {@link EngineRun}.
 *
 * @param data on which all stores are compared with every task
 * @param sizes on which Weir alone is measured, to see the cost of size
 * @param indexed on which Weir alone is measured, to see the cost of indexes; the first has none
 * @param warmups iterations that do not count
 * @param measurements iterations that count
 * @param reading length of an iteration that reads
 * @param writing length of an iteration that writes
 */
record EngineEffort(
    List<DataSet> data,
    List<DataSet> sizes,
    List<DataSet> indexed,
    int warmups,
    int measurements,
    TimeValue reading,
    TimeValue writing) {

  private static final int MILLION = 1_000_000;

  /** Everything once, in about a quarter of an hour on two idle cores. */
  static EngineEffort brief() {
    return new EngineEffort(
        List.of(new DataSet(MILLION, RowSize.WIDE), new DataSet(MILLION, RowSize.NARROW)),
        fewAndMany(),
        indexed(MILLION / 5),
        2,
        3,
        TimeValue.seconds(1),
        TimeValue.seconds(2));
  }

  /** All tasks with longer iterations, in about an hour. */
  static EngineEffort full() {
    var brief = brief();
    return new EngineEffort(
        brief.data,
        brief.sizes,
        indexed(MILLION),
        4,
        5,
        TimeValue.seconds(3),
        TimeValue.seconds(10));
  }

  private static List<DataSet> fewAndMany() {
    return List.of(
        new DataSet(10_000, RowSize.NARROW),
        new DataSet(100_000, RowSize.NARROW),
        new DataSet(10 * MILLION, RowSize.NARROW));
  }

  private static List<DataSet> indexed(int entities) {
    return Stream.of(RowSize.INDEXED0, RowSize.INDEXED1, RowSize.INDEXED3, RowSize.INDEXED5)
        .map(shape -> new DataSet(entities, shape))
        .toList();
  }

  TimeValue iteration(BenchmarkTask task) {
    return task.writes() ? writing : reading;
  }
}
