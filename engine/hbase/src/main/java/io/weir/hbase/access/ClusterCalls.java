package io.weir.hbase.access;

import io.weir.api.error.ServiceBusyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Calls of HBase's asynchronous client as publishers.
 *
 * <p>Each subscription is a call. Cancelling stops only the wait for the result. Fails with
 * {@code ServerBusy} when too many calls are in flight, and as {@link CallFailure} specifies. Any
 * thread; results run on the scheduler.
 *
 * <p>HBase's client gives up after some seconds. Until the deadline the call is then made again,
 * after the places of all regions are forgotten: the client ignores an answer about a region's move
 * that is older than what it knows, also when the older answer is all that it will get.
 */
public final class ClusterCalls {

  /** The key in a subscriber's context of the moment after which its calls are not made again. */
  private static final Object GIVE_UP_NANOS = new Object();

  private final Scheduler scheduler;
  private final int mostInFlight;
  private final long deadlineNanos;
  private final LongSupplier nanoClock;
  private final Runnable forgetPlaces;
  private final AtomicInteger inFlight = new AtomicInteger();

  /**
   * Creates the calls of one store.
   *
   * @param mostInFlight calls beyond this number are refused
   * @param deadline time after which a call is not made again
   * @param forgetPlaces lets HBase's client look up the places of regions anew; does not wait
   */
  public ClusterCalls(
      Scheduler scheduler,
      int mostInFlight,
      Duration deadline,
      LongSupplier nanoClock,
      Runnable forgetPlaces) {
    this.scheduler = scheduler;
    this.mostInFlight = mostInFlight;
    this.deadlineNanos = deadline.toNanos();
    this.nanoClock = nanoClock;
    this.forgetPlaces = forgetPlaces;
  }

  /** Returns the scheduler on which results run. */
  public Scheduler scheduler() {
    return scheduler;
  }

  /** Returns the number of calls that are in flight. */
  public int inFlight() {
    return inFlight.get();
  }

  /** Makes a call that changes nothing. */
  public <T> Mono<T> read(Supplier<CompletableFuture<T>> call) {
    return untilDeadline(call).onErrorMap(CallFailure::ofRead);
  }

  /**
   * Makes a call that may change something: when it fails, its outcome is unknown. The call may be
   * made several times, and must have the effect of one.
   */
  public <T> Mono<T> write(Supplier<CompletableFuture<T>> call) {
    return untilDeadline(call).onErrorMap(CallFailure::ofWrite);
  }

  /**
   * Gives the calls of one operation one deadline in common, which counts from its subscription.
   * Without it each call has its own.
   */
  public <T> Mono<T> together(Mono<T> operation) {
    return operation.contextWrite(
        context -> context.put(GIVE_UP_NANOS, nanoClock.getAsLong() + deadlineNanos));
  }

  private <T> Mono<T> untilDeadline(Supplier<CompletableFuture<T>> call) {
    return Mono.deferContextual(context -> {
      long giveUpNanos = context
          .<Long>getOrEmpty(GIVE_UP_NANOS)
          .orElseGet(() -> nanoClock.getAsLong() + deadlineNanos);
      return Mono.defer(() -> admitted(call))
          .publishOn(scheduler)
          .retryWhen(Retry.indefinitely()
              .filter(failure ->
                  CallFailure.isGivenUp(failure) && nanoClock.getAsLong() - giveUpNanos < 0)
              .doBeforeRetry(signal -> forgetPlaces.run()));
    });
  }

  private <T> Mono<T> admitted(Supplier<CompletableFuture<T>> call) {
    if (inFlight.incrementAndGet() > mostInFlight) {
      inFlight.decrementAndGet();
      return Mono.error(new ServiceBusyException("callsInFlight=" + mostInFlight));
    }
    var future = begun(call);
    var unused = future.whenComplete((result, failure) -> inFlight.decrementAndGet());
    return Mono.create(sink -> await(future, sink));
  }

  private static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** A call that fails after its subscriber has gone is nobody's failure. */
  private static <T> void await(CompletableFuture<T> future, MonoSink<T> sink) {
    var cancelled = new AtomicBoolean();
    sink.onCancel(() -> cancelled.set(true));
    var unused = future.whenComplete((result, failure) -> {
      if (cancelled.get()) {
        return;
      }
      if (failure != null) {
        sink.error(failure);
      } else {
        sink.success(result);
      }
    });
  }
}
