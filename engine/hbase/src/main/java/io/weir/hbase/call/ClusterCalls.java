package io.weir.hbase.call;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Calls of HBase's asynchronous client as publishers.
 *
 * <p>Each subscription is a call. Cancelling stops only the wait for the result. Fails with {@code ServerBusy} when too many calls are in
 * flight, and as {@link CallFailure} specifies. Any thread; results run on the scheduler.
 */
public final class ClusterCalls {

  private final Scheduler scheduler;
  private final int mostInFlight;
  private final AtomicInteger inFlight = new AtomicInteger();

  /**
   * Creates the calls of one store.
   *
   * @param mostInFlight calls beyond this number are refused
   */
  public ClusterCalls(Scheduler scheduler, int mostInFlight) {
    this.scheduler = scheduler;
    this.mostInFlight = mostInFlight;
  }

  /** Returns the scheduler on which results run. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Makes a call that changes nothing. */
  public <T> Mono<T> read(Supplier<CompletableFuture<T>> call) {
    return Mono.defer(() -> admitted(call)).publishOn(scheduler).onErrorMap(CallFailure::ofRead);
  }

  /** Makes a call that may change something: when it fails, its outcome is unknown. */
  public <T> Mono<T> write(Supplier<CompletableFuture<T>> call) {
    return Mono.defer(() -> admitted(call)).publishOn(scheduler).onErrorMap(CallFailure::ofWrite);
  }

  private <T> Mono<T> admitted(Supplier<CompletableFuture<T>> call) {
    if (inFlight.incrementAndGet() > mostInFlight) {
      inFlight.decrementAndGet();
      return Mono.error(new ServiceBusyException("callsInFlight=" + mostInFlight));
    }
    var future = begun(call);
    return Mono.fromFuture(
        future.whenComplete((result, failure) -> inFlight.decrementAndGet()), true);
  }

  private static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
