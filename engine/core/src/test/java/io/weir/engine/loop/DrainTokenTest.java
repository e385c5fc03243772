package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class DrainTokenTest {

  private static final int THREADS = 4;
  private static final int ITEMS = 50_000;

  private final DrainToken token = new DrainToken();

  @Test
  void onlyOneCallerHoldsTheToken() {
    assertThat(token.acquire()).isTrue();
    assertThat(token.acquire()).isFalse();
  }

  @Test
  void aCallDuringADrainMakesTheHolderDrainAgain() {
    token.acquire();
    var calls = token.calls();
    token.acquire();

    assertThat(token.release(calls)).isFalse();
    assertThat(token.release(token.calls())).isTrue();
  }

  @Test
  void aReleasedTokenCanBeAcquiredAgain() {
    token.acquire();
    token.release(token.calls());

    assertThat(token.acquire()).isTrue();
  }

  @Test
  void aTokenThatIsKeptIsNeverAcquiredAgain() {
    token.acquire();

    assertThat(token.acquire()).isFalse();
    assertThat(token.acquire()).isFalse();
  }

  /** The drained items are a plain list: a missed item or a second holder would change its size. */
  @Test
  void manyThreadsLoseNoItemAndDrainOneAtATime() throws InterruptedException {
    Queue<Integer> queue = new ConcurrentLinkedQueue<>();
    var drained = new ArrayList<Integer>();
    var start = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    for (var i = 0; i < THREADS; i++) {
      var thread = new Thread(() -> offerAll(start, queue, drained));
      thread.start();
      threads.add(thread);
    }

    start.countDown();
    for (var thread : threads) {
      thread.join();
    }

    assertThat(drained).hasSize(THREADS * ITEMS);
    assertThat(queue).isEmpty();
  }

  private void offerAll(CountDownLatch start, Queue<Integer> queue, List<Integer> drained) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (var i = 0; i < ITEMS; i++) {
      queue.add(i);
      if (token.acquire()) {
        drain(queue, drained);
      }
    }
  }

  private void drain(Queue<Integer> queue, List<Integer> drained) {
    int calls;
    do {
      calls = token.calls();
      for (var item = queue.poll(); item != null; item = queue.poll()) {
        drained.add(item);
      }
    } while (!token.release(calls));
  }
}
