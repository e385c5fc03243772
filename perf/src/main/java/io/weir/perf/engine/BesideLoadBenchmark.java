package io.weir.perf.engine;

import io.weir.api.Query;
import io.weir.api.entity.Entity;
import io.weir.perf.workload.DataSet;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How long does a point read take at worst while one thread scans everything again and again and
 * {@value LoadBeside#WRITES_A_SECOND} entities a second are replaced, compared with no other load?
 *
 * <p>Reads begin on a schedule, {@value Schedule#READS_A_SECOND} a second, and latency counts from
 * the scheduled time. The throughput is fixed; the percentiles are the result.
 *
 * <p>{@code java -jar perf/target/perf.jar BesideLoad}
 */
public class BesideLoadBenchmark {

  /** The schedule of the reads. Belongs to one thread. */
  @State(Scope.Thread)
  public static class Schedule {

    static final int READS_A_SECOND = 2_000;
    private static final long PERIOD_NANOS = 1_000_000_000L / READS_A_SECOND;

    private long dueNanos;

    @Setup(Level.Iteration)
    public void begin() {
      dueNanos = System.nanoTime();
    }

    /** Waits until the next read is due. */
    public void await() {
      dueNanos += PERIOD_NANOS;
      for (var left = left(); left > 0; left = left()) {
        LockSupport.parkNanos(left);
      }
    }

    public void done() {
      Latencies.record(-left());
    }

    private long left() {
      return dueNanos - System.nanoTime();
    }
  }

  @Benchmark
  public @Nullable Entity weir(
      WeirState weir, Upserts upserts, LoadBeside disturbance, KeyDraws draws, Schedule schedule) {
    disturbance.begin(
        weir,
        scan -> scan.read(weir.tables, Query.ALL, FullScanBenchmark.ENTITIES),
        count -> ConcurrentOperations.run(
            count, count, () -> Upserts.replace(weir.tables, upserts.next())));
    schedule.await();
    var entity = weir.tables.get(DataSet.TABLE, draws.present()).block();
    schedule.done();
    return entity;
  }

  @Benchmark
  public @Nullable Entity rocksdb(
      PeerState.Rocks rocks,
      PeerState.RocksReading reading,
      Upserts upserts,
      LoadBeside disturbance,
      KeyDraws draws,
      Schedule schedule) {
    disturb(rocks, upserts, disturbance);
    schedule.await();
    var entity = reading.reader.get(draws.present());
    schedule.done();
    return entity;
  }

  @Benchmark
  public @Nullable Entity lmdb(
      PeerState.Lmdb lmdb,
      PeerState.LmdbReading reading,
      Upserts upserts,
      LoadBeside disturbance,
      KeyDraws draws,
      Schedule schedule) {
    disturb(lmdb, upserts, disturbance);
    schedule.await();
    var entity = reading.reader.get(draws.present());
    schedule.done();
    return entity;
  }

  private static void disturb(PeerState state, Upserts upserts, LoadBeside disturbance) {
    disturbance.begin(
        state,
        scan -> scan.read(scan.reader(state), FullScanBenchmark.ENTITIES),
        count -> state.peer.put(upserts.next(count), false));
  }
}
