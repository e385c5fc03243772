package io.weir.perf.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Runs operations in a number of lanes: each lane starts its next operation when its last one has
 * ended, on the thread that signalled the end.
 *
 * <p>Uses plain subscribers, so that only the operators of the service itself are measured.
 */
final class ConcurrentOperations {

  private final Supplier<? extends Mono<?>> operations;
  private final AtomicInteger left;
  private final CountDownLatch open;
  private volatile @Nullable Throwable failure;

  private ConcurrentOperations(int count, Supplier<? extends Mono<?>> operations, int total) {
    this.operations = operations;
    this.left = new AtomicInteger(total);
    this.open = new CountDownLatch(count);
  }

  /** Runs {@code total} operations in {@code count} lanes. Blocks until the last one has ended. */
  static void run(int count, int total, Supplier<? extends Mono<?>> operations) {
    var lanes = new ConcurrentOperations(count, operations, total);
    for (var i = 0; i < count; i++) {
      lanes.new Lane().advance();
    }
    lanes.await();
  }

  private void await() {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException("run was interrupted", e);
    }
    if (failure != null) {
      throw new IllegalStateException("operation failed", failure);
    }
  }

  private final class Lane implements CoreSubscriber<Object> {

    /**
     * The number of ended operations whose successors are to be started. The thread that raises it
     * from zero starts them, so that no start nests in another.
     */
    private final AtomicInteger due = new AtomicInteger();

    private final Stopwatch watch = new Stopwatch();

    void advance() {
      if (due.getAndIncrement() == 0) {
        do {
          begin();
        } while (due.decrementAndGet() > 0);
      }
    }

    private void begin() {
      if (left.getAndDecrement() <= 0) {
        open.countDown();
        return;
      }
      watch.start();
      operations.get().subscribe(this);
    }

    @Override
    public void onSubscribe(Subscription subscription) {
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Object result) {
      // Completion follows.
    }

    @Override
    public void onError(Throwable cause) {
      failure = cause;
      open.countDown();
    }

    @Override
    public void onComplete() {
      watch.stop();
      advance();
    }
  }
}
