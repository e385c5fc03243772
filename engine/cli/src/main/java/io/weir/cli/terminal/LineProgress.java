package io.weir.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Progress as plain lines, for logs and pipes: one at each tenth of the way, at most one a second
 * before the end, and one at the end.
 */
final class LineProgress implements LoadProgress {

  private static final int LINES = 10;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final PrintStream out;
  private final String task;
  private final long total;
  private final String unit;
  private final LongSupplier nanos;
  private final long startedNanos;
  private long shownNanos;
  private long shownCount;
  private long count;

  LineProgress(PrintStream out, String task, long total, String unit, LongSupplier nanos) {
    this.out = out;
    this.task = task;
    this.total = total;
    this.unit = unit;
    this.nanos = nanos;
    this.startedNanos = nanos.getAsLong();
    this.shownNanos = startedNanos;
  }

  @Override
  public void advance(long more) {
    count += more;
    var now = nanos.getAsLong();
    var isFar = total < 0 || count - shownCount >= total / LINES;
    if (isFar && now - shownNanos >= PAUSE_NANOS) {
      show(now);
    }
  }

  @Override
  public void close() {
    show(nanos.getAsLong());
  }

  private void show(long now) {
    shownNanos = now;
    shownCount = count;
    var seconds = (now - startedNanos) / NANOS_PER_SECOND;
    var of = total < 0 ? "" : String.format(Locale.ROOT, " of %,d", total);
    var rate = seconds > 0 ? String.format(Locale.ROOT, ", %,.0f a second", count / seconds) : "";
    out.printf(Locale.ROOT, "%s: %,d%s %s, %.1f s%s%n", task, count, of, unit, seconds, rate);
  }
}
