package io.weir.api.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SerialDrainTest {

  private static final int THREADS = 4;
  private static final int REQUESTS = 20_000;

  @Test
  void eachRequestFromOneThreadRunsTheTaskOnce() {
    var runs = new AtomicInteger();
    var drain = new SerialDrain(runs::incrementAndGet);

    drain.run();
    drain.run();

    assertThat(runs).hasValue(2);
  }

  @Test
  void aTaskThatRequestsItselfRunsAgainAfterItReturns() {
    var order = new ArrayList<String>();
    var drain = new SerialDrain[1];
    drain[0] = new SerialDrain(() -> {
      order.add("begin");
      if (order.size() == 1) {
        drain[0].run();
        drain[0].run();
      }
      order.add("end");
    });

    drain[0].run();

    assertThat(order).containsExactly("begin", "end", "begin", "end");
  }

  @Test
  void manyThreadsNeverRunTheTaskTogetherAndEveryWriteIsSeen() throws Exception {
    var written = new AtomicLong();
    var inside = new AtomicInteger();
    var together = new AtomicInteger();
    var seen = new AtomicLong();
    var drain = new SerialDrain(() -> {
      together.addAndGet(inside.getAndIncrement());
      seen.set(written.get());
      inside.decrementAndGet();
    });
    var threads = Executors.newFixedThreadPool(THREADS);
    var done = new CountDownLatch(THREADS);

    for (var i = 0; i < THREADS; i++) {
      threads.execute(() -> {
        for (var n = 0; n < REQUESTS; n++) {
          written.incrementAndGet();
          drain.run();
        }
        done.countDown();
      });
    }
    threads.shutdown();

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(together).hasValue(0);
    assertThat(seen).hasValue((long) THREADS * REQUESTS);
  }
}
