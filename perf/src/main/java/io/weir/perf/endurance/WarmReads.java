package io.weir.perf.endurance;

import io.weir.api.Query;
import io.weir.api.entity.EntityKey;
import io.weir.engine.loop.Loop;
import io.weir.perf.workload.DataSet;
import io.weir.perf.workload.RoundClock;
import java.util.Objects;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Schedulers;

/**
 * Point reads of a few rows that stay in memory, one after another, beside a scan on the same loop.
 * The latency of a read is that of its task on the loop, as a connection would give it. Blocks.
 */
final class WarmReads {

  private static final int ROWS = 1_000;
  private static final int WARM_UP_SECONDS = 5;

  /** What the loop does beside the reads. */
  enum Scan {
    /** Nothing. */
    NONE,
    /** Scans the partition of the rows, again and again. */
    WARM,
    /** Scans the whole store, again and again. It must be larger than the memory. */
    COLD
  }

  private final GrowingStore.OfWeir store;
  private final SplittableRandom random;
  private final Loop loop;

  /** Reads from a store with one loop. */
  WarmReads(GrowingStore.OfWeir store, long seed) {
    this.store = store;
    this.random = new SplittableRandom(seed);
    this.loop = store.loops().loops().all().get(0);
  }

  /** Returns the latency of each read, in nanoseconds, after a while that is not measured. */
  Histogram beside(Scan scan, long seconds) {
    var running = begin(scan);
    try {
      var unused = readFor(WARM_UP_SECONDS);
      return readFor(seconds);
    } finally {
      running.dispose();
    }
  }

  private Disposable begin(Scan scan) {
    var all = Query.ALL;
    var partition = all.where(DataSet.from(new EntityKey(store.data().key(0).partitionKey(), "")));
    return switch (scan) {
      case NONE -> Disposables.single();
      case WARM -> repeat(partition);
      case COLD -> repeat(all);
    };
  }

  private Disposable repeat(Query query) {
    return store
        .engine()
        .tables()
        .query(DataSet.TABLE, query)
        .subscribeOn(Schedulers.fromExecutor(loop))
        .repeat()
        .subscribe();
  }

  private GrowingStore.Reads onTheLoop() {
    var tables = store.engine().tables();
    var scheduler = Schedulers.fromExecutor(loop);
    return number -> Objects.requireNonNull(tables
        .get(DataSet.TABLE, store.data().key(number))
        .subscribeOn(scheduler)
        .block());
  }

  private Histogram readFor(long seconds) {
    var latency = RoundClock.latencies();
    try (var reads = onTheLoop()) {
      var end = System.nanoTime() + seconds * 1_000_000_000L;
      while (System.nanoTime() < end) {
        var number = random.nextInt(ROWS);
        var beganNanos = System.nanoTime();
        reads.read(number);
        latency.recordValue(System.nanoTime() - beganNanos);
      }
    }
    return latency;
  }
}
