package io.weir.cli.serve;

import io.weir.server.files.Refreshable;
import java.util.List;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Checks periodically whether files and keys of a service were replaced, on the thread
 * {@code weir-renewal}.
 */
final class Renewal implements AutoCloseable {

  private static final int MOST_RENEWED = 16;
  private static final int IDLE_SECONDS = 60;

  /** A thread that may block, because the checks read files. */
  private final Scheduler thread =
      Schedulers.newBoundedElastic(1, MOST_RENEWED, "weir-renewal", IDLE_SECONDS, true);

  private Renewal() {}

  static Renewal start(List<Refreshable> all) {
    var renewal = new Renewal();
    all.forEach(renewal::renew);
    return renewal;
  }

  private void renew(Refreshable one) {
    var millis = one.interval().toMillis();
    var unused = thread.schedulePeriodically(one::check, millis, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    thread.dispose();
  }
}
