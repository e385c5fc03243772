package io.weir.spring;

import io.weir.api.TableService;
import io.weir.api.queue.QueueService;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Flux;

/**
 * Starts the listeners after all other beans, and stops them first. The methods of the lifecycle
 * run on the thread that starts or stops the context.
 */
final class WeirListeners implements SmartLifecycle {

  private static final Log LOG = LogFactory.getLog(WeirListeners.class);

  private final List<WeirListener> listeners;
  private final Supplier<QueueService> queues;
  private final TableService tables;
  private final Consumer<ListenerFailure> events;

  /** Written by the thread of the lifecycle; read by the health. */
  private volatile List<RunningListener> running = List.of();

  WeirListeners(
      List<WeirListener> listeners,
      Supplier<QueueService> queues,
      TableService tables,
      Consumer<ListenerFailure> events) {
    this.listeners = listeners;
    this.queues = queues;
    this.tables = tables;
    this.events = events;
  }

  @Override
  public void start() {
    running = listeners.stream().map(this::started).toList();
  }

  private RunningListener started(WeirListener listener) {
    return listener instanceof QueueListener ofQueue
        ? RunningListener.start(ofQueue, queues.get(), this::report)
        : RunningListener.start((ChangeListener) listener, tables, this::report);
  }

  /**
   * Logs a failure and publishes it. A listener of the application that throws does not end the
   * receiving.
   */
  private void report(ListenerFailure failure) {
    LOG.warn(
        "listener failed listener=" + failure.listener() + " receiving=" + failure.isReceiving(),
        failure.failure());
    try {
      events.accept(failure);
    } catch (RuntimeException thrown) {
      LOG.warn("listener of failures failed listener=" + failure.listener(), thrown);
    }
  }

  @Override
  public void stop() {
    stop(() -> {});
  }

  @Override
  public void stop(Runnable stopped) {
    var all = running;
    running = List.of();
    Flux.fromIterable(all)
        .flatMap(RunningListener::stop, Math.max(1, all.size()))
        .doFinally(end -> stopped.run())
        .subscribe();
  }

  @Override
  public boolean isRunning() {
    return !running.isEmpty();
  }

  /** Returns the failures of those that cannot receive. */
  List<Throwable> failures() {
    return running.stream()
        .map(RunningListener::failure)
        .filter(Objects::nonNull)
        .toList();
  }
}
