package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * The properties that let loops hand tasks to these threads without a lock, and what a stop waits
 * for.
 */
final class WorkPoolTest {

  @Test
  void allThreadsAreStartedBeforeTheFirstTask() {
    var threads = new WorkPool(5, Thread::new);

    assertThat(threads.getPoolSize()).isEqualTo(5);

    WorkPool.stop(threads, Thread::onSpinWait);
  }

  @Test
  void aRefusalDoesNotDescribeThePool() {
    var threads = new WorkPool(5, Thread::new);
    WorkPool.stop(threads, Thread::onSpinWait);

    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the threads are stopped");
  }

  @Test
  void acceptedTasksRunBeforeTheThreadsStop() {
    var threads = new WorkPool(5, Thread::new);
    var done = new CountDownLatch(3);
    for (var i = 0; i < 3; i++) {
      threads.execute(done::countDown);
    }

    WorkPool.stop(threads, Thread::onSpinWait);

    assertThat(done.getCount()).isZero();
  }

  /**
   * A loop that was made to wait for the pool's lock would leave it to nobody: BlockHound's error
   * does not remove the loop from those that wait, and the threads behind it would never end.
   */
  @Test
  void aLoopThatHandsTasksOverDuringTheStopDoesNotWait() throws InterruptedException {
    for (var round = 0; round < 1_000; round++) {
      var threads = new WorkPool(5, Thread::new);
      var failure = new AtomicReference<Throwable>();
      var loop = new Thread(() -> handOverUntilRefused(threads, failure), "weir-loop-of-a-test");
      loop.start();

      WorkPool.stop(threads, Thread::onSpinWait);

      loop.join();
      assertThat(failure).as("round %d", round).hasNullValue();
    }
  }

  private static void handOverUntilRefused(
      ExecutorService threads, AtomicReference<Throwable> failure) {
    try {
      while (true) {
        threads.execute(() -> {});
      }
    } catch (RejectedExecutionException stopped) {
      if (!"the threads are stopped".equals(stopped.getMessage())) {
        failure.set(stopped);
      }
    } catch (Throwable other) {
      failure.set(other);
    }
  }

  @Test
  void aTaskThatThrowsEndsNoThread() throws InterruptedException {
    var threads = new WorkPool(5, Thread::new);
    var workers = ConcurrentHashMap.<Thread>newKeySet();
    for (var i = 0; i < 10; i++) {
      var ran = new CountDownLatch(1);
      threads.execute(() -> {
        workers.add(Thread.currentThread());
        ran.countDown();
        throw new IllegalStateException("a task fails");
      });
      ran.await();
    }

    assertThat(workers).hasSizeLessThanOrEqualTo(5);

    WorkPool.stop(threads, Thread::onSpinWait);
  }

  /** As while a task is handed over: see {@link WorkPool#stop}. */
  @Test
  void aShutdownThatEndsNothingYetIsRepeated() {
    var threads = new EndedByLaterShutdown();
    var pauses = new AtomicInteger();

    WorkPool.stop(threads, () -> assertThat(pauses.incrementAndGet()).isLessThan(10));

    assertThat(threads.isTerminated()).isTrue();
  }

  private static final class EndedByLaterShutdown extends AbstractExecutorService {

    private int shutdowns;

    @Override
    public void shutdown() {
      shutdowns++;
    }

    @Override
    public List<Runnable> shutdownNow() {
      throw new AssertionError("accepted tasks are carried out");
    }

    @Override
    public boolean isShutdown() {
      return shutdowns > 0;
    }

    @Override
    public boolean isTerminated() {
      assertThat(shutdowns).isPositive();
      return shutdowns > 2;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
      return isTerminated();
    }

    @Override
    public void execute(Runnable task) {
      throw new AssertionError("no task is handed over");
    }
  }
}
