package io.weir.engine.advice;

import java.time.Duration;
import java.util.List;

/**
 * The advice on some tables.
 *
 * @param every one of so many ordinary requests is recorded; 0 when none is: only the sizes of
 *     partitions are known then
 * @param span the time that the record of requests covers
 * @param advice by table, then by kind; empty when no rule finds anything
 */
public record AdviceReport(int every, Duration span, List<Advice> advice) {

  public AdviceReport {
    advice = List.copyOf(advice);
  }

  /** Whether requests are observed. */
  public boolean isObserving() {
    return every > 0;
  }
}
