package io.weir.search.table;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * A task that many callers may ask for at one time. Calls that come while it waits for the worker
 * share one run, so at most one waits. Any thread.
 */
final class SharedTask {

  private final TableWorker worker;
  private final Runnable task;

  /**
   * The end of the run that waits. The call that replaces null schedules it; the worker sets null
   * again before the run begins.
   */
  private final AtomicReference<Sinks.@Nullable Empty<Void>> waiting = new AtomicReference<>();

  SharedTask(TableWorker worker, Runnable task) {
    this.worker = worker;
    this.task = task;
  }

  /**
   * Returns a signal of the end of a run that begins after this call. It fails as
   * {@link TableWorker#run} does.
   */
  Mono<Void> run() {
    var mine = Sinks.<Void>empty();
    var shared = waiting.compareAndExchange(null, mine);
    if (shared != null) {
      return shared.asMono();
    }
    if (!worker.run(this::begin, mine)) {
      waiting.set(null);
    }
    return mine.asMono();
  }

  private void begin() {
    waiting.set(null);
    task.run();
  }
}
