package io.weir.perf.scenario;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Prints what a run does, with the time since its beginning. Belongs to one thread. */
final class ProgressLog {

  private final PrintStream out;
  private final Instant began = Instant.now();
  private String last = "";

  ProgressLog(PrintStream out) {
    this.out = out;
  }

  /** Prints a line unless it is the one before. */
  void say(String what) {
    if (!what.equals(last)) {
      last = what;
      var passed = Duration.between(began, Instant.now());
      out.printf(Locale.ROOT, "%3d:%02d  %s%n", passed.toMinutes(), passed.toSecondsPart(), what);
    }
  }
}
