package io.weir.server.cli;

import io.weir.server.renewal.WatchedFiles;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Looks every few seconds whether files of a service were replaced, on a thread of its own, {@code weir-renewal}. */
final class Renewal implements AutoCloseable {

  private static final int MOST_WATCHED = 16;
  private static final int IDLE_SECONDS = 60;
  private static final long MILLIS_BETWEEN = Duration.ofSeconds(2).toMillis();

  /** Of the sort that may block, for files are read. */
  private final Scheduler thread =
      Schedulers.newBoundedElastic(1, MOST_WATCHED, "weir-renewal", IDLE_SECONDS, true);

  private Renewal() {}

  static Renewal start(List<WatchedFiles> watched) {
    var renewal = new Renewal();
    watched.forEach(renewal::watch);
    return renewal;
  }

  private void watch(WatchedFiles files) {
    var unused = thread.schedulePeriodically(
        files::check, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.dispose();
  }
}
