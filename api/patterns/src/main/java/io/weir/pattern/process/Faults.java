package io.weir.pattern.process;

import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.ServiceFailedException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Repeats requests whose failure may pass, for as long as the lease of their group is held.
 *
 * <p>Any thread. All other failures end the member.
 */
final class Faults {

  private final HandlerRetries pauses;
  private final Scheduler timers;
  private final DoubleSupplier random;
  private final Consumer<ProcessorEvent> listener;

  Faults(ProcessorOptions options) {
    this.pauses = options.retries();
    this.timers = options.environment().timers();
    this.random = options.environment().random();
    this.listener = options.listener();
  }

  /** Whether the same request may succeed later. */
  static boolean mayPass(Throwable failure) {
    return failure instanceof ServiceBusyException || failure instanceof ServiceFailedException;
  }

  /** Repeats after failures that may pass, without end. Attempts count from the last item. */
  Retry patience() {
    return Retry.from(failures -> failures.concatMap(signal -> {
      var failure = signal.failure();
      if (!mayPass(failure)) {
        return Mono.error(failure);
      }
      listener.accept(new ProcessorEvent.ServiceFailing(failure));
      return pause(signal.totalRetriesInARow() + 1);
    }));
  }

  /** Completes after the pause that follows a number of failed attempts. */
  Mono<Long> pause(long failedAttempts) {
    Duration length = pauses.pause(failedAttempts, random.getAsDouble());
    return Mono.delay(length, timers);
  }
}
