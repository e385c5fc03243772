package io.weir.perf.report;

import io.weir.perf.workload.OperationCounters;
import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * One target at one workload and pace.
 *
 * @param target its name
 * @param durability what its acknowledged writes survive
 * @param workload its name
 * @param entities rows of the table
 * @param pace in words
 * @param clients of a closed loop; 0 for an open one
 * @param scheduledPerSecond of an open loop; 0 for a closed one
 * @param samples one for each round, at least one
 * @param latency of all rounds together
 */
public record Measurement(
    String target,
    String durability,
    String workload,
    int entities,
    String pace,
    int clients,
    double scheduledPerSecond,
    List<RoundSample> samples,
    Latency latency) {

  public Measurement {
    samples = List.copyOf(samples);
  }

  /** Returns the measurement with the numbers of rounds, at least one. */
  public static Measurement of(
      String target,
      String durability,
      String workload,
      int entities,
      Pace pace,
      List<Round> rounds) {
    var latency = new Histogram(OperationCounters.LONGEST_NANOS, 3);
    rounds.forEach(round -> latency.add(round.latencyNanos()));
    return new Measurement(
        target,
        durability,
        workload,
        entities,
        pace.describe(),
        pace.clients(),
        pace.perSecond(),
        rounds.stream().map(RoundSample::of).toList(),
        Latency.of(latency));
  }

  /** Summarises one number over all rounds. */
  public Spread spread(ToDoubleFunction<RoundSample> number) {
    return Spread.of(samples.stream().mapToDouble(number).toArray());
  }

  /** Returns the number of failed operations by name. */
  public Map<String, Long> failures() {
    var all = new TreeMap<String, Long>();
    samples.forEach(
        sample -> sample.failures().forEach((name, count) -> all.merge(name, count, Long::sum)));
    return all;
  }
}
