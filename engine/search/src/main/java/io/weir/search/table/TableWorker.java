package io.weir.search.table;

import io.weir.api.error.ServiceBusyException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/**
 * Runs the tasks of one table one after the other, on a thread that may block. Any thread.
 *
 * <p>A task that was taken runs to its end, whatever becomes of the returned signal. An interrupt
 * would close the files of Lucene, so to cancel the signal does not interrupt the task.
 */
final class TableWorker {

  private final Scheduler scheduler;

  /** Signals of tasks that have not ended. */
  private final Set<Sinks.Empty<Void>> open = ConcurrentHashMap.newKeySet();

  /** Takes ownership of a scheduler with one thread. */
  TableWorker(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * Runs a task and returns a signal of its end. The signal fails with {@code ServerBusy} when the
   * task is not taken, or the worker closes before it.
   */
  Mono<Void> run(Runnable task) {
    var end = Sinks.<Void>empty();
    var unused = run(task, end);
    return end.asMono();
  }

  /** Runs a task and signals its end. Returns false when the task is not taken. */
  boolean run(Runnable task, Sinks.Empty<Void> end) {
    open.add(end);
    try {
      var unused = scheduler.schedule(() -> {
        try {
          task.run();
        } finally {
          open.remove(end);
          end.tryEmitEmpty();
        }
      });
      return true;
    } catch (RejectedExecutionException e) {
      open.remove(end);
      end.tryEmitError(busy());
      return false;
    }
  }

  private static ServiceBusyException busy() {
    return new ServiceBusyException("search=closingOrTooManyTasks");
  }

  /** Takes no more tasks, and fails those that wait. */
  void close() {
    scheduler.dispose();
    open.forEach(end -> end.tryEmitError(busy()));
    open.clear();
  }
}
