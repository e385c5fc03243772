package io.weir.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** The properties that let loops hand tasks to these threads without a lock. */
final class WorkThreadsTest {

  @Test
  void allThreadsAreStartedBeforeTheFirstTask() {
    var threads = WorkThreads.start();

    assertThat(((ThreadPoolExecutor) threads).getPoolSize()).isEqualTo(4);

    WorkThreads.stop(threads, Thread::onSpinWait);
  }

  @Test
  void aRefusalDoesNotDescribeThePool() {
    var threads = WorkThreads.start();
    WorkThreads.stop(threads, Thread::onSpinWait);

    assertThatThrownBy(() -> threads.execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("the store is closed");
  }

  @Test
  void acceptedTasksRunBeforeTheThreadsStop() {
    var threads = WorkThreads.start();
    var done = new CountDownLatch(3);
    for (var i = 0; i < 3; i++) {
      threads.execute(done::countDown);
    }

    WorkThreads.stop(threads, Thread::onSpinWait);

    assertThat(done.getCount()).isZero();
  }
}
