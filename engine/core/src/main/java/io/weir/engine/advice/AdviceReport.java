package io.weir.engine.advice;

import java.time.Duration;
import java.util.List;

/**
 * The advice on some tables.
 *
 * @param isObserving whether requests are observed; without that only the sizes of partitions are known
 * @param every one of so many ordinary requests is recorded; 0 when none is
 * @param span the time that the record of requests covers
 * @param advice by table, then by kind; empty when nothing calls for any
 */
public record AdviceReport(boolean isObserving, int every, Duration span, List<Advice> advice) {

  public AdviceReport {
    advice = List.copyOf(advice);
  }
}
