package io.weir.perf.engine;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * Operations side by side: each lane begins its next when its last has ended, on the thread on which that was signalled.
 *
 * <p>Plain subscribers, so that no operator is measured but those that a service itself uses.
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

  /** Carries out so many operations in so many lanes. Blocks until the last has ended. */
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
      throw new IllegalStateException("The run was interrupted.", e);
    }
    if (failure != null) {
      throw new IllegalStateException("An operation failed.", failure);
    }
  }

  private final class Lane implements CoreSubscriber<Object> {

    /** Ended operations whose successors are to be begun; who raises it from zero begins them, so that none nests in another. */
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
