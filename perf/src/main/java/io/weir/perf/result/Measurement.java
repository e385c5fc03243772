package io.weir.perf.result;

import io.weir.perf.load.ClosedLoop;
import io.weir.perf.load.OpenLoop;
import io.weir.perf.load.OperationCounters;
import io.weir.perf.load.Pace;
import io.weir.perf.load.Round;
import io.weir.perf.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;

/**
 * How one target did at one workload and pace.
 *
 * @param target what carried it out
 * @param durability what its acknowledged writes survive
 * @param workload name of what was done
 * @param entities how many rows the table held
 * @param pace when operations began, in words
 * @param clients of a closed loop; 0 for an open one
 * @param scheduledPerSecond of an open loop; 0 for a closed one
 * @param samples the rounds, at least one
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

  /** What was measured: all of a measurement but its numbers. */
  public record Subject(
      String target, String durability, Workload workload, int entities, Pace pace) {

    /** With rounds, of which there is one at least. */
    public Measurement with(List<Round> rounds) {
      var latency = new Histogram(OperationCounters.LONGEST_NANOS, 3);
      rounds.forEach(round -> latency.add(round.latencyNanos()));
      return new Measurement(
          target,
          durability,
          workload.name(),
          entities,
          pace.describe(),
          pace instanceof ClosedLoop closed ? closed.clients() : 0,
          pace instanceof OpenLoop open ? open.perSecond() : 0,
          rounds.stream().map(RoundSample::of).toList(),
          Latency.of(latency));
    }
  }

  /** A number of each round. */
  public Spread spread(ToDoubleFunction<RoundSample> number) {
    return Spread.of(samples.stream().mapToDouble(number).toArray());
  }

  /** How many operations failed, by name. */
  public Map<String, Long> failures() {
    var all = new TreeMap<String, Long>();
    samples.forEach(
        sample -> sample.failures().forEach((name, count) -> all.merge(name, count, Long::sum)));
    return all;
  }
}
