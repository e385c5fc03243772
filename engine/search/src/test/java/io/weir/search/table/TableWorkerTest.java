package io.weir.search.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.error.ServiceBusyException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The tasks of a table: each ends its signal, also when it is not taken or never runs. */
@Timeout(60)
class TableWorkerTest {

  private final Scheduler threads = Schedulers.newBoundedElastic(1, 2, "test-worker", 60, true);
  private final TableWorker worker = new TableWorker(Schedulers.single(threads));
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void dispose() {
    gate.countDown();
    threads.dispose();
  }

  private void occupy() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var unused = worker.run(() -> {
      begun.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    begun.await();
  }

  @Test
  void aTaskThatFindsTheQueueFullIsBusy() throws InterruptedException {
    occupy();
    var first = worker.run(() -> {});
    var second = worker.run(() -> {});

    assertThatThrownBy(() -> worker.run(() -> {}).block()).isInstanceOf(ServiceBusyException.class);

    gate.countDown();
    first.block();
    second.block();
  }

  @Test
  void aTaskThatWaitsWhenTheWorkerClosesIsBusy() throws InterruptedException {
    occupy();
    var waiting = worker.run(() -> {});

    worker.close();

    assertThatThrownBy(waiting::block).isInstanceOf(ServiceBusyException.class);
    assertThatThrownBy(() -> worker.run(() -> {}).block()).isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void aCancelledTaskRunsWithoutAnInterrupt() throws InterruptedException {
    occupy();
    var interrupts = new AtomicInteger();
    var ended = new CountDownLatch(1);
    worker
        .run(() -> {
          if (Thread.currentThread().isInterrupted()) {
            interrupts.incrementAndGet();
          }
          ended.countDown();
        })
        .subscribe()
        .dispose();

    gate.countDown();
    ended.await();
    assertThat(interrupts).hasValue(0);
  }

  @Test
  void callsThatComeWhileATaskWaitsShareItsRun() throws InterruptedException {
    var runs = new AtomicInteger();
    var task = new SharedTask(worker, runs::incrementAndGet);
    occupy();
    var first = task.run();
    var second = task.run();
    var third = task.run();

    gate.countDown();
    first.block();
    second.block();
    third.block();
    assertThat(runs).hasValue(1);
    task.run().block();
    assertThat(runs).hasValue(2);
  }

  @Test
  void aSharedTaskThatWasNotTakenCanBeAskedForAgain() throws InterruptedException {
    var runs = new AtomicInteger();
    var task = new SharedTask(worker, runs::incrementAndGet);
    occupy();
    var first = worker.run(() -> {});
    var second = worker.run(() -> {});

    assertThatThrownBy(() -> task.run().block()).isInstanceOf(ServiceBusyException.class);

    gate.countDown();
    first.block();
    second.block();
    task.run().block();
    assertThat(runs).hasValue(1);
  }
}
