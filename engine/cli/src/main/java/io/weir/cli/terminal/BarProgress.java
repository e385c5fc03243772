package io.weir.cli.terminal;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A bar in a terminal, with rate and time left, drawn four times a second by a thread of its own.
 */
final class BarProgress implements LoadProgress {

  private static final int INTERVAL_MILLIS = 250;
  private static final int WIDTH = 100;

  private final ProgressBar bar;

  private BarProgress(ProgressBar bar) {
    this.bar = bar;
  }

  static BarProgress begin(PrintStream out, String task, long total, String unit) {
    return new BarProgress(new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(total)
        .setUnit(" " + unit, 1)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(INTERVAL_MILLIS)
        .showSpeed()
        .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
        .build());
  }

  @Override
  public void advance(long count) {
    bar.stepBy(count);
  }

  @Override
  public void close() {
    bar.close();
  }
}
