package io.weir.perf.result;

import io.weir.perf.load.Round;
import java.util.List;
/**
 * One line of the result: how one subject did at one task.
 *
 * @param task what was measured
 * @param subject what carried it out
 * @param reference whether the task's other subjects are compared with this one
 * @param perSecond operations per second of wall time: the median of the samples, the lowest and the highest
 * @param cpuMicros processor time per operation in microseconds, of all threads of the process that carried it out: likewise
 */
public record ResultLine(
    String task, String subject, boolean reference, Spread perSecond, Spread cpuMicros) {

  /** Summarises rounds of a driver, at least one. */
  public static ResultLine of(
      String task, String subject, boolean reference, List<Round> rounds) {
    var samples = rounds.stream().map(RoundSample::of).toList();
    return new ResultLine(
        task,
        subject,
        reference,
        Spread.of(samples.stream().map(RoundSample::perSecond).toList()),
        Spread.of(samples.stream().map(RoundSample::serverCpuMicros).toList()));
  }
}
