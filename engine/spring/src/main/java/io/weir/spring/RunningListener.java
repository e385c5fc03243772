package io.weir.spring;

import io.weir.api.TableService;
import io.weir.api.queue.Delivery;
import io.weir.api.queue.QueueService;
import io.weir.pattern.process.ChangeProcessor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/** A listener from its start to its stop. Any thread. */
final class RunningListener {

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 5;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** A failure counts until the next attempt but one must have failed, too. */
  private static final long COUNTS_MILLIS = LONGEST_PAUSE.multipliedBy(2).toMillis();

  private final String name;
  private final Consumer<ListenerFailure> report;
  private final Sinks.Empty<Void> stop = Sinks.empty();
  private final Sinks.Empty<Void> ended = Sinks.empty();

  /** Written by the receiving; read by the health. */
  private volatile @Nullable Failed failed;

  private record Failed(Throwable failure, long atMillis) {}

  private RunningListener(String name, Consumer<ListenerFailure> report) {
    this.name = name;
    this.report = report;
  }

  static RunningListener start(
      QueueListener listener, QueueService queues, Consumer<ListenerFailure> report) {
    var running = new RunningListener(listener.name(), report);
    return running.run(queues
        .receive(listener.queue(), listener.reception())
        .retryWhen(running.repeatedly())
        .takeUntilOther(running.stop.asMono())
        .flatMap(delivery -> running.settled(listener, delivery), listener.concurrency())
        .then());
  }

  static RunningListener start(
      ChangeListener listener, TableService tables, Consumer<ListenerFailure> report) {
    var running = new RunningListener(listener.name(), report);
    return running.run(new ChangeProcessor(tables, listener.handler(), listener.options())
        .run(running.stop.asMono())
        .retryWhen(running.repeatedly()));
  }

  private RunningListener run(Mono<Void> work) {
    work.doOnError(this::receivingFailed)
        .onErrorComplete()
        .doFinally(end -> ended.tryEmitEmpty())
        .subscribe();
    return this;
  }

  /** Takes nothing more. Completes when the work that has begun is over. */
  Mono<Void> stop() {
    return Mono.defer(() -> {
      stop.tryEmitEmpty();
      return ended.asMono();
    });
  }

  /** Returns why nothing is received; null if nothing failed of late. */
  @Nullable
  Throwable failure() {
    var last = failed;
    return last == null || nowMillis() - last.atMillis() > COUNTS_MILLIS ? null : last.failure();
  }

  private Mono<Void> settled(QueueListener listener, Delivery delivery) {
    return Flux.defer(() -> listener.work().on(delivery.message()))
        .then(delivery.acknowledge())
        .doOnSuccess(done -> failed = null)
        .onErrorResume(failure -> {
          report.accept(new ListenerFailure(name, failure, false));
          return delivery.abandon(listener.pause());
        })
        .onErrorResume(
            failure -> { // its visibility ends by itself
              report.accept(new ListenerFailure(name, failure, false));
              return Mono.empty();
            });
  }

  /** Repeats until the stop. */
  private Retry repeatedly() {
    return Retry.from(failures -> failures
        .concatMap(signal -> {
          receivingFailed(signal.failure());
          return Mono.delay(pause(signal.totalRetriesInARow()))
              .map(due -> true)
              .takeUntilOther(stop.asMono())
              .defaultIfEmpty(false);
        })
        .takeWhile(goesOn -> goesOn));
  }

  private static Duration pause(long retries) {
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(retries, MOST_DOUBLINGS));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private void receivingFailed(Throwable failure) {
    failed = new Failed(failure, nowMillis());
    report.accept(new ListenerFailure(name, failure, true));
  }

  private static long nowMillis() {
    return Schedulers.parallel().now(TimeUnit.MILLISECONDS);
  }
}
