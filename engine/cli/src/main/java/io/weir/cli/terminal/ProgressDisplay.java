package io.weir.cli.terminal;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * The place that shows progress.
 *
 * @param out takes the display
 * @param isTerminal whether a line can be redrawn
 * @param nanos a clock that never goes back, in nanoseconds
 */
public record ProgressDisplay(PrintStream out, boolean isTerminal, LongSupplier nanos) {

  /**
   * Begins to show a task.
   *
   * @param total number of items; negative when unknown
   * @param unit name of the items, in the plural
   */
  public LoadProgress begin(String task, long total, String unit) {
    return isTerminal
        ? BarProgress.begin(out, task, total, unit)
        : new LineProgress(out, task, total, unit, nanos);
  }
}
