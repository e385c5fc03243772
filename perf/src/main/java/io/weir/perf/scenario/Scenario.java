package io.weir.perf.scenario;

import io.weir.perf.workload.Pace;
import io.weir.perf.workload.Round;
import java.io.IOException;

/**
 * A workload that a target carries out at a pace, beside a disturbance: one line of a report.
 *
 * @param target its name in results
 * @param durability what its acknowledged writes survive; may be empty
 * @param workload its name in results; text before a colon names the section of the report
 * @param entities rows of the table; 0 if there is none
 * @param pace when operations begin
 * @param beside what runs beside each sample
 * @param sample carries the workload out once
 */
public record Scenario(
    String target,
    String durability,
    String workload,
    int entities,
    Pace pace,
    Disturbance beside,
    Sample sample) {

  /** Takes one sample. Blocks. */
  @FunctionalInterface
  public interface Sample {

    /**
     * Carries the workload out and returns what was counted.
     *
     * @param turn its number from 0, negative for a warm-up; each number draws other operations
     */
    Round take(int turn) throws IOException;
  }

  /** A scenario without a disturbance and with no promise of durability. */
  public static Scenario of(
      String target, String workload, int entities, Pace pace, Sample sample) {
    return new Scenario(target, "", workload, entities, pace, Disturbance.NOTHING, sample);
  }

  /** Returns the scenario beside a disturbance. */
  public Scenario beside(Disturbance other) {
    return new Scenario(target, durability, workload, entities, pace, other, sample);
  }

  /** Takes one sample beside the disturbance. */
  Round taken(int turn) throws IOException {
    try (var running = beside.begin()) {
      return running.seen(sample.take(turn));
    }
  }
}
