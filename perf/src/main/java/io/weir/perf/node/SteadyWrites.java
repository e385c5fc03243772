package io.weir.perf.node;

import io.weir.perf.process.Closing;
import io.weir.perf.target.TargetTable;
import io.weir.perf.workload.OperationCounters;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RoundClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import reactor.core.publisher.Mono;

/**
 * One client that writes one row after another, each when the write before was answered, and
 * measures the time between two acknowledgements. A write that fails is counted by name, and the
 * next one follows after a pause.
 *
 * <p>Writes are answered on loops of the client, one at a time; another thread takes what was seen.
 */
final class SteadyWrites implements AutoCloseable {

  private static final Duration PAUSE = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long LOOK_MILLIS = 2;

  private final TargetTable table;
  private final Population population;
  private final Recorder gaps = new Recorder(OperationCounters.LONGEST_NANOS, 3);
  private final LongAdder acknowledged = new LongAdder();
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
  private final Mono<Void> ended;
  private volatile boolean stopped;

  /** Owned by the write under way: the next one begins after it. */
  private long lastNanos = System.nanoTime();

  private int generation;

  private SteadyWrites(TargetTable table, Population population) {
    this.table = table;
    this.population = population;
    this.ended = Mono.defer(this::write).repeat(() -> !stopped).then().cache();
  }

  /**
   * What was seen since the last look.
   *
   * @param gapNanos times between two acknowledgements, each in the look in which it ended
   * @param failures of writes by name
   */
  record Seen(Histogram gapNanos, Map<String, Long> failures) {

    long writes() {
      return gapNanos.getTotalCount();
    }

    /** Returns the longest time without an acknowledgement, as the only value. */
    Histogram longest() {
      var only = RoundClock.latencies();
      only.recordValue(gapNanos.getMaxValue());
      return only;
    }
  }

  /** Begins to write rows of a table. */
  static SteadyWrites begin(TargetTable table, Population population) {
    var writes = new SteadyWrites(table, population);
    writes.ended.subscribe();
    return writes;
  }

  private Mono<Boolean> write() {
    generation++;
    var row = population.row(generation % population.entities(), generation);
    return table.upsert(row).map(rows -> acknowledge()).onErrorResume(this::fail);
  }

  private boolean acknowledge() {
    var now = System.nanoTime();
    gaps.recordValue(Math.min(now - lastNanos, OperationCounters.LONGEST_NANOS));
    lastNanos = now;
    acknowledged.increment();
    return true;
  }

  private Mono<Boolean> fail(Throwable failure) {
    failures
        .computeIfAbsent(failure.getClass().getSimpleName(), any -> new LongAdder())
        .increment();
    return Mono.delay(PAUSE).thenReturn(false);
  }

  /** Returns what was seen since the call before. */
  Seen look() {
    var failed = new TreeMap<String, Long>();
    failures.forEach((name, count) -> {
      var since = count.sumThenReset();
      if (since > 0) {
        failed.put(name, since);
      }
    });
    return new Seen(gaps.getIntervalHistogram(), failed);
  }

  /**
   * Blocks until that many more writes were acknowledged. The gap before the first of them has
   * ended then.
   */
  void await(int more) throws IOException {
    var target = acknowledged.sum() + more;
    var endNanos = System.nanoTime() + PATIENCE.toNanos();
    while (acknowledged.sum() < target) {
      if (System.nanoTime() - endNanos > 0) {
        throw new IOException("no write is acknowledged waited=" + PATIENCE);
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for writes", e);
      }
    }
  }

  /** Begins no more writes, and blocks until the last one has ended. */
  @Override
  public void close() {
    stopped = true;
    Closing.end("the steady writes", ended);
  }
}
