package io.weir.engine.log.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.log.LogBatch;
import io.weir.engine.log.LogPayload;
import io.weir.engine.log.LogRig;
import io.weir.engine.log.LogRig.Heard;
import io.weir.engine.log.append.BatchQueue.Offer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BatchQueueTest {
  private static final int BATCH_BYTES = 32;

  private final LogBatch first = batch(1);
  private final LogBatch second = batch(2);

  @Test
  void theOldestBatchComesFirst() {
    BatchQueue queue = new BatchQueue(10, 1000);
    queue.offer(first, BATCH_BYTES);
    queue.offer(second, BATCH_BYTES);

    assertThat(queue.drain()).containsExactly(first, second);
    assertThat(queue.drain()).isEmpty();
  }

  @Test
  void theLastBatchThatFitsByNumberIsTakenAndTheNextIsNot() {
    BatchQueue queue = new BatchQueue(2, 1000);

    assertThat(queue.offer(first, BATCH_BYTES)).isEqualTo(Offer.TAKEN);
    assertThat(queue.offer(first, BATCH_BYTES)).isEqualTo(Offer.TAKEN);
    assertThat(queue.offer(first, BATCH_BYTES)).isEqualTo(Offer.FULL);
  }

  @Test
  void theLastByteThatFitsIsTakenAndTheNextIsNot() {
    BatchQueue queue = new BatchQueue(10, 100);

    assertThat(queue.offer(first, 60)).isEqualTo(Offer.TAKEN);
    assertThat(queue.offer(first, 41)).isEqualTo(Offer.FULL);
    assertThat(queue.offer(first, 40)).isEqualTo(Offer.TAKEN);
    assertThat(queue.canEverTake(100)).isTrue();
    assertThat(queue.canEverTake(101)).isFalse();
  }

  @Test
  void drainingRestoresTheFullCapacity() {
    BatchQueue queue = new BatchQueue(1, 100);
    queue.offer(first, 100);

    queue.drain();

    assertThat(queue.offer(second, 100)).isEqualTo(Offer.TAKEN);
  }

  @Test
  void closingReturnsTheWaitingBatchesAndRefusesLaterOnes() {
    BatchQueue queue = new BatchQueue(10, 1000);
    queue.offer(first, BATCH_BYTES);

    assertThat(queue.close()).containsExactly(first);
    assertThat(queue.offer(second, BATCH_BYTES)).isEqualTo(Offer.CLOSED);
    assertThat(queue.drain()).isEmpty();
    assertThat(queue.close()).isEmpty();
    assertThat(queue.offer(second, BATCH_BYTES)).isEqualTo(Offer.CLOSED);
  }

  @Test
  void offersOfSeveralThreadsAllArriveInOrderPerThread() throws InterruptedException {
    int threads = 4;
    int each = 1000;
    BatchQueue queue = new BatchQueue(64, 1 << 20);
    CountDownLatch begin = new CountDownLatch(1);
    List<Thread> producers = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int number = thread;
      producers.add(new Thread(() -> {
        awaitUninterrupted(begin);
        offerAll(queue, number, each);
      }));
    }
    producers.forEach(Thread::start);
    begin.countDown();

    int[] next = new int[threads];
    for (int drained = 0; drained < threads * each; ) {
      List<LogBatch> group = queue.drain();
      assertThat(group.size()).isLessThanOrEqualTo(64);
      for (LogBatch batch : group) {
        ByteBuffer payload = LogRig.bytes(batch.payloads().get(0));
        assertThat(payload.getInt(4)).isEqualTo(next[payload.getInt(0)]++);
      }
      drained += group.size();
      Thread.onSpinWait();
    }

    for (Thread producer : producers) {
      producer.join();
    }
    assertThat(next).containsOnly(each);
    assertThat(queue.drain()).isEmpty();
  }

  private static void offerAll(BatchQueue queue, int thread, int count) {
    for (int i = 0; i < count; i++) {
      LogBatch batch = new LogBatch(
          List.of(LogPayload.of(ByteBuffer.allocate(8).putInt(0, thread).putInt(4, i))),
          new Heard());
      while (queue.offer(batch, BATCH_BYTES) == Offer.FULL) {
        Thread.onSpinWait();
      }
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static LogBatch batch(int number) {
    return new LogBatch(
        List.of(LogPayload.of(ByteBuffer.allocate(4).putInt(0, number))), new Heard());
  }
}
