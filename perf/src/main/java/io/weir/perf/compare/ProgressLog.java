package io.weir.perf.compare;

import io.weir.perf.load.Pace;
import io.weir.perf.target.TargetKind;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Prints a line for each task and pace, with the time since the beginning. Belongs to one thread. */
final class ProgressLog {

  private final PrintStream out;
  private final Instant began = Instant.now();
  private String last = "";

  ProgressLog(PrintStream out) {
    this.out = out;
  }

  void say(String what) {
    var passed = Duration.between(began, Instant.now());
    out.printf(Locale.ROOT, "%3d:%02d  %s%n", passed.toMinutes(), passed.toSecondsPart(), what);
  }

  void turn(WorkloadTask task, Pace pace, TargetKind kind) {
    var what = task + " of " + task.entities() + " rows, " + pace.describe();
    if (!what.equals(last)) {
      last = what;
      say(what + (task.kinds().size() == 1 ? ": " + kind : ""));
    }
  }
}
