package io.weir.perf.result;

import io.weir.perf.load.Round;
import java.util.List;

/**
 * One subject at one task.
 *
 * @param task that was measured
 * @param subject that carried it out
 * @param reference whether the other subjects of the task are compared with this one
 * @param perSecond operations per second of wall time
 * @param cpuMicros processor time per operation in µs, of all threads of the server; 0 if it was not measured
 */
public record ResultLine(
    String task, String subject, boolean reference, Spread perSecond, Spread cpuMicros) {

  /** Summarises rounds of a driver, at least one. */
  public static ResultLine of(String task, String subject, boolean reference, List<Round> rounds) {
    var samples = rounds.stream().map(RoundSample::of).toList();
    return new ResultLine(
        task,
        subject,
        reference,
        Spread.of(samples.stream().map(RoundSample::perSecond).toList()),
        Spread.of(samples.stream().map(RoundSample::serverCpuMicros).toList()));
  }
}
