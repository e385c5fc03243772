package io.weir.perf.engine.alone;

import io.weir.api.TableName;
import io.weir.api.TableSetting;
import io.weir.engine.store.StoreOptions;
import io.weir.perf.engine.BesideLoadBenchmark;
import io.weir.perf.engine.LoadBeside;
import io.weir.perf.engine.MixedBenchmark;
import io.weir.perf.engine.MixedOperations;
import io.weir.perf.engine.WeirState;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long do reads and upserts take while expired entities of another table are removed, compared
 * with no other load? {@value MixedBenchmark#WRITES_OF_100} in a hundred are upserts.
 *
 * <p>Operations begin on the schedule of {@link BesideLoadBenchmark}. The throughput is fixed; the
 * percentiles are the result. Beside the load, only operations count that began before the last
 * entity was removed.
 *
 * <p>{@code java -jar perf/target/perf.jar BesideSweep -r 3}
 */
public class BesideSweepBenchmark {

  @Benchmark
  public void weir(
      SweepingState weir,
      ExpiredTable table,
      MixedOperations operations,
      ScheduleAfterFilling schedule) {
    schedule.await();
    var counts = table.isAsMeant(weir);
    MixedBenchmark.operation(weir, operations).block();
    if (counts) {
      schedule.done();
    }
  }

  /** An engine that looks for expired entities again as soon as it has looked at all. */
  public static class SweepingState extends WeirState {
    @Override
    protected StoreOptions options(StoreOptions usual) {
      return super.options(usual).withExpirySweep(Duration.ofMillis(1));
    }
  }

  /** Begins when the table is filled. */
  public static class ScheduleAfterFilling extends BesideLoadBenchmark.Schedule {
    @Setup(Level.Iteration)
    public void begin(ExpiredTable table) {
      begin();
    }
  }

  /** A table of entities that all expire when an iteration begins, or never. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
  public static class ExpiredTable {

    @Param({"NOTHING", "LOAD"})
    public LoadBeside.Kind beside;

    /** Entities that expire in an iteration. */
    @Param("1000000")
    public int expired;

    private TableName table;
    private long removedAtEnd;
    private int round;

    @Setup(Level.Iteration)
    public void fill(SweepingState weir) {
      table = new TableName("Expired" + round++);
      Expired.fill(weir.tables, table, expired);
      removedAtEnd = weir.entitiesExpired() + expired;
      if (beside == LoadBeside.Kind.LOAD) {
        weir.tables.set(table, TableSetting.EXPIRY, Expired.RULE).block();
      }
    }

    /** Whether what the parameter asks for is still beside the operations. */
    boolean isAsMeant(SweepingState weir) {
      return beside == LoadBeside.Kind.NOTHING || weir.entitiesExpired() < removedAtEnd;
    }

    @TearDown(Level.Iteration)
    public void drop(SweepingState weir) {
      weir.tables.deleteTable(table).block();
    }
  }
}
