package io.weir.perf.workload;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Counts answers, failures and latency; {@link #cut} takes the counts since the last cut.
 *
 * <p>Any thread counts, one thread cuts. Latency is in nanoseconds to three digits; an operation
 * that took longer than {@link #LONGEST_NANOS} counts as that long.
 */
public final class OperationCounters {

  public static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);

  private static final int DIGITS = 3;

  private final Recorder latency = new Recorder(LONGEST_NANOS, DIGITS);
  private final LongAdder rows = new LongAdder();
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();
  private final AtomicInteger underWay = new AtomicInteger();

  /**
   * The counts of one interval.
   *
   * @param rows of successful operations
   * @param failures their number by name
   * @param latencyNanos one value for each successful operation
   */
  record Count(long rows, Map<String, Long> failures, Histogram latencyNanos) {}

  void began() {
    underWay.incrementAndGet();
  }

  void answered(int answeredRows, long nanos) {
    rows.add(answeredRows);
    latency.recordValue(Math.max(0, Math.min(nanos, LONGEST_NANOS)));
    underWay.decrementAndGet();
  }

  void failed(String name) {
    failures.computeIfAbsent(name, any -> new LongAdder()).increment();
    underWay.decrementAndGet();
  }

  /** Returns the number of operations in flight. */
  int underWay() {
    return underWay.get();
  }

  Count cut() {
    var failed = new TreeMap<String, Long>();
    failures.forEach((name, count) -> {
      var since = count.sumThenReset();
      if (since > 0) {
        failed.put(name, since);
      }
    });
    return new Count(rows.sumThenReset(), failed, latency.getIntervalHistogram());
  }
}
