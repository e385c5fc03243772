package io.weir.engine;

import io.weir.engine.advice.Advice;
import io.weir.engine.advice.AdviceKind;
import io.weir.engine.advice.AdviceReport;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * How much advice of each kind there is, for metrics. A look that finds the counts too old begins
 * to make them anew, and returns the old ones. Without looks nothing is made.
 *
 * <p>To make them, a loop looks at each leaf of the store. Counts are therefore kept for a minute,
 * and for a hundred times as long as it took to make them: they cost a loop at most a hundredth of
 * its time.
 *
 * <p>Any thread; never waits.
 */
public final class AdviceCounts {

  /** How old counts become at least before they are made anew. */
  static final Duration AGE = Duration.ofMinutes(1);

  /** How many times as long as they took to make they are kept at least. */
  static final int REST = 100;

  private static final Logger LOG = LoggerFactory.getLogger(AdviceCounts.class);

  private final Mono<AdviceReport> report;
  private final LongSupplier nanoClock;
  private final AtomicBoolean making = new AtomicBoolean();

  /**
   * Written by the maker before it gives {@link #making} back; read by the next one after it has
   * taken it.
   */
  private volatile long dueNanos;

  private volatile Map<AdviceKind, Long> counts = Map.of();

  AdviceCounts(Mono<AdviceReport> report, LongSupplier nanoClock) {
    this.report = report;
    this.nanoClock = nanoClock;
    this.dueNanos = nanoClock.getAsLong();
  }

  /** Returns the number of pieces of advice of a kind. */
  public long of(AdviceKind kind) {
    if (isOld() && making.compareAndSet(false, true)) {
      make();
    }
    return counts.getOrDefault(kind, 0L);
  }

  private boolean isOld() {
    return nanoClock.getAsLong() - dueNanos >= 0;
  }

  private void make() {
    if (!isOld()) {
      making.set(false);
      return;
    }
    var begun = nanoClock.getAsLong();
    var unused = report.subscribe(made -> made(made, begun), cause -> failed(cause, begun));
  }

  private void made(AdviceReport made, long begunNanos) {
    counts =
        made.advice().stream().collect(Collectors.groupingBy(Advice::kind, Collectors.counting()));
    finished(begunNanos);
  }

  private void failed(Throwable cause, long begunNanos) {
    LOG.debug("advice could not be counted", cause);
    finished(begunNanos);
  }

  private void finished(long begunNanos) {
    var now = nanoClock.getAsLong();
    dueNanos = now + Math.max(AGE.toNanos(), REST * (now - begunNanos));
    making.set(false);
  }
}
