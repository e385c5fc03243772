package io.weir.pattern.process;

import io.weir.api.TableService;
import java.util.concurrent.atomic.AtomicReference;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Handles the changes of a table or an account on any number of machines that share the partition
 * groups. See the package for what it promises.
 *
 * <p>Each subscription to {@link #run} is a member. Members with one name and one table of leases
 * belong together. Immutable; any thread.
 */
public final class ChangeProcessor {

  private final TableService service;
  private final ChangeHandler handler;
  private final ProcessorOptions options;

  /**
   * Makes a processor that does nothing yet.
   *
   * @param service any service with a change feed; its account also has the tables of leases and
   *     dead letters
   */
  public ChangeProcessor(TableService service, ChangeHandler handler, ProcessorOptions options) {
    this.service = service;
    this.handler = handler;
    this.options = options;
  }

  /** Runs a member that never stops by itself. In all other respects as {@link #run(Publisher)}. */
  public Mono<Void> run() {
    return run(Mono.never());
  }

  /**
   * Runs a member until {@code stop} emits or completes. The member then begins no further batch,
   * waits for the begun ones, writes its positions and hands its leases back, and completes. It
   * also completes when the feed's table was dropped and every group has handled that.
   *
   * <p>The member stays subscribed to {@code stop} until that ends, even after its own end.
   *
   * <p>Cancelling stops the member at once, as its death would: begun work is cancelled, and the
   * others take its leases after the lease duration. A failure has the same effect.
   *
   * <p>Fails with {@link io.weir.api.error.ChangesLostException} when changes after a position are
   * no longer kept, unless the options say to restart; with {@code TableNotFound},
   * {@code InvalidInput}, {@code NotImplemented} or a refusal of the service. If {@code stop}
   * fails, the member stops in the same orderly way and then fails likewise. Repeats requests that
   * fail with {@code ServerBusy}, {@code InternalError} or {@code OperationTimedOut}.
   */
  public Mono<Void> run(Publisher<?> stop) {
    return Mono.defer(() -> {
      var patience = options.patience();
      var table = new ProcessorTable(service, options.leases(), options.name());
      var letters = new ParkedChanges(service, options.deadLetters(), options.name());
      var permits = new HandlerPermits(options.concurrency());
      var attempts = new BatchAttempts(handler, options, permits, letters, patience);
      var failure = new AtomicReference<Throwable>();
      var stopped = Flux.from(stop)
          .take(1)
          .then()
          .onErrorResume(failed -> {
            failure.set(failed);
            return Mono.empty();
          })
          .cache();
      return new Membership(service, table, options, attempts, patience)
          .run(stopped)
          .then(Mono.defer(() -> Mono.justOrEmpty(failure.get()).flatMap(Mono::error)));
    });
  }
}
