package io.weir.pattern.process;

import io.weir.api.follow.Patience;
import reactor.core.publisher.Mono;

/**
 * Handles a batch: attempts with growing pauses between them, and a dead letter after the last one.
 *
 * <p>A batch holds a permit during an attempt, not during a pause. Completes when the batch is
 * handled or parked. Any thread.
 */
final class BatchAttempts {

  private final ChangeHandler handler;
  private final ProcessorOptions options;
  private final HandlerPermits permits;
  private final ParkedChanges deadLetters;
  private final Patience patience;

  BatchAttempts(
      ChangeHandler handler,
      ProcessorOptions options,
      HandlerPermits permits,
      ParkedChanges deadLetters,
      Patience patience) {
    this.handler = handler;
    this.options = options;
    this.permits = permits;
    this.deadLetters = deadLetters;
    this.patience = patience;
  }

  Mono<Void> handle(ChangeBatch batch) {
    return attempt(batch, 1);
  }

  private Mono<Void> attempt(ChangeBatch batch, int number) {
    return permits
        .run(Mono.defer(() -> Mono.fromDirect(handler.handle(batch))))
        .onErrorResume(failure -> failed(batch, number, failure));
  }

  private Mono<Void> failed(ChangeBatch batch, int number, Throwable failure) {
    if (number >= options.retries().attempts()) {
      return park(batch, number, failure);
    }
    options.listener().accept(new ProcessorEvent.BatchFailed(batch, number, failure));
    return patience.pause(number).then(Mono.defer(() -> attempt(batch, number + 1)));
  }

  private Mono<Void> park(ChangeBatch batch, int number, Throwable failure) {
    return deadLetters
        .park(batch, number, failure)
        .retryWhen(patience.retry())
        .then(Mono.fromRunnable(() ->
            options.listener().accept(new ProcessorEvent.BatchParked(batch, number, failure))));
  }
}
