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
 * How much advice of each kind there is, for metrics. A look that finds the counts a minute old begins to make them anew, and returns the old
 * ones. Without looks nothing is made.
 *
 * <p>Any thread; never waits.
 */
public final class AdviceCounts {

  /** How old counts may be before they are made anew. */
  static final Duration AGE = Duration.ofMinutes(1);

  private static final Logger LOG = LoggerFactory.getLogger(AdviceCounts.class);

  private final Mono<AdviceReport> report;
  private final LongSupplier nanoClock;
  private final AtomicBoolean making = new AtomicBoolean();

  /** Written by the maker before it gives {@link #making} back; read by the next one after it has taken it. */
  private volatile long madeNanos;

  private volatile Map<AdviceKind, Long> counts = Map.of();

  AdviceCounts(Mono<AdviceReport> report, LongSupplier nanoClock) {
    this.report = report;
    this.nanoClock = nanoClock;
    this.madeNanos = nanoClock.getAsLong() - AGE.toNanos();
  }

  /** Returns the number of pieces of advice of a kind. */
  public long of(AdviceKind kind) {
    if (isOld() && making.compareAndSet(false, true)) {
      make();
    }
    return counts.getOrDefault(kind, 0L);
  }

  private boolean isOld() {
    return nanoClock.getAsLong() - madeNanos >= AGE.toNanos();
  }

  private void make() {
    if (!isOld()) {
      making.set(false);
      return;
    }
    var unused = report.subscribe(this::made, this::failed);
  }

  private void made(AdviceReport made) {
    counts =
        made.advice().stream().collect(Collectors.groupingBy(Advice::kind, Collectors.counting()));
    finished();
  }

  private void failed(Throwable cause) {
    LOG.debug("advice could not be counted", cause);
    finished();
  }

  private void finished() {
    madeNanos = nanoClock.getAsLong();
    making.set(false);
  }
}
