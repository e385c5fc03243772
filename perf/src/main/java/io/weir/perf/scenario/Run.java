package io.weir.perf.scenario;

import io.weir.perf.process.MissingProgram;
import io.weir.perf.process.Surroundings;
import io.weir.perf.report.Measurement;
import io.weir.perf.report.Results.LeftOut;
import io.weir.perf.target.Target;
import io.weir.perf.target.TargetKind;
import io.weir.perf.workload.Round;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The driver of one run: it lets scenarios take turns, and keeps what was measured and what was
 * left out.
 *
 * <p>Belongs to the launcher's thread, which blocks.
 */
public final class Run {

  private final Surroundings surroundings;
  private final long seed;
  private final ProgressLog progress;
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<LeftOut> leftOut = new ArrayList<>();

  /**
   * A run that has measured nothing.
   *
   * @param surroundings of its targets
   * @param seed of all draws
   * @param out receives a line for each step
   */
  public Run(Surroundings surroundings, long seed, PrintStream out) {
    this.surroundings = surroundings;
    this.seed = seed;
    this.progress = new ProgressLog(out);
  }

  public Surroundings surroundings() {
    return surroundings;
  }

  public long seed() {
    return seed;
  }

  /** Returns what was measured so far. */
  public List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** Returns what was left out so far. */
  public List<LeftOut> leftOut() {
    return List.copyOf(leftOut);
  }

  public void say(String what) {
    progress.say(what);
  }

  public void add(Measurement measurement) {
    measurements.add(measurement);
  }

  public void leaveOut(String target, String reason) {
    say("left out " + target + ": " + reason);
    leftOut.add(new LeftOut(target, reason));
  }

  /** Starts a target, or leaves it out if its program is missing or does not start. */
  public Optional<Target> start(TargetKind kind) {
    say("starting " + kind);
    try {
      return Optional.of(kind.start(surroundings));
    } catch (MissingProgram missing) {
      leaveOut(kind.title(), String.valueOf(missing.getMessage()));
    } catch (IOException failure) {
      leaveOut(kind.title(), "start failed: " + failure.getMessage());
    }
    return Optional.empty();
  }

  /**
   * Takes samples of all scenarios in turns, each turn in the opposite order of the one before: a
   * disturbance of the machine meets all of them, and none always follows the same one. A scenario
   * that occurs several times has a sample for each time. One that fails is left out.
   *
   * @param warmups turns that are not counted
   * @param turns that are counted, at least 1
   */
  public void measure(List<Scenario> scenarios, int warmups, int turns) {
    var taken = new LinkedHashMap<Scenario, List<Round>>();
    scenarios.forEach(scenario -> taken.put(scenario, new ArrayList<>()));
    for (var turn = -warmups; turn < turns; turn++) {
      for (var scenario : inOrder(scenarios, turn)) {
        take(scenario, turn, taken);
      }
    }
    taken.forEach((scenario, rounds) -> measurements.add(measurement(scenario, rounds)));
  }

  private static List<Scenario> inOrder(List<Scenario> scenarios, int turn) {
    var ordered = new ArrayList<>(scenarios);
    if (turn % 2 != 0) {
      Collections.reverse(ordered);
    }
    return ordered;
  }

  private void take(Scenario scenario, int turn, Map<Scenario, List<Round>> taken) {
    var rounds = taken.get(scenario);
    if (rounds == null) {
      return; // it has failed
    }
    say(scenario.workload()
        + (scenario.entities() == 0 ? "" : " of " + scenario.entities() + " rows") + ", "
        + scenario.pace().describe() + (taken.size() == 1 ? ": " + scenario.target() : ""));
    try {
      var round = scenario.taken(turn);
      if (turn >= 0) {
        rounds.add(round);
      }
    } catch (IOException | RuntimeException failure) {
      taken.remove(scenario);
      leaveOut(scenario.target(), scenario.workload() + " failed: " + failure);
    }
  }

  private static Measurement measurement(Scenario scenario, List<Round> rounds) {
    return Measurement.of(
        scenario.target(),
        scenario.durability(),
        scenario.workload(),
        scenario.entities(),
        scenario.pace(),
        rounds);
  }
}
