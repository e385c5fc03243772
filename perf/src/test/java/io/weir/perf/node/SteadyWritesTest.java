package io.weir.perf.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.perf.target.TargetTable;
import io.weir.perf.target.WrongAnswer;
import io.weir.perf.workload.DataRow;
import io.weir.perf.workload.Population;
import io.weir.perf.workload.RowSize;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The client notices the longest time without an answer, and each write that fails. */
final class SteadyWritesTest {

  private static final Population ROWS = new Population(4, 2, RowSize.NARROW);

  private final AtomicInteger begun = new AtomicInteger();

  @Test
  void theLongestGapIsThatOfTheWriteThatWaited() throws IOException, InterruptedException {
    var waits = new CountDownLatch(1);
    var answer = Sinks.<Integer>one();
    TargetTable table = table(number -> {
      if (number != 10) {
        return Mono.just(1);
      }
      waits.countDown();
      return answer.asMono();
    });
    try (var writes = SteadyWrites.begin(table, ROWS)) {
      assertThat(waits.await(1, TimeUnit.MINUTES)).isTrue();
      var before = writes.look();
      var beganNanos = System.nanoTime();
      while (System.nanoTime() - beganNanos < TimeUnit.MILLISECONDS.toNanos(50)) {
        Thread.onSpinWait();
      }
      answer.tryEmitValue(1).orThrow();
      writes.await(5);
      var after = writes.look();

      assertThat(before.writes()).isEqualTo(9);
      assertThat(after.writes()).isGreaterThanOrEqualTo(5);
      assertThat(after.longest().getTotalCount()).isEqualTo(1);
      assertThat(after.longest().getMaxValue())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(49));
    }
  }

  @Test
  void aFailedWriteIsCountedOnceAndIsNoAcknowledgement() throws IOException {
    var table =
        table(number -> number == 3 ? Mono.error(new WrongAnswer("refused")) : Mono.just(1));
    try (var writes = SteadyWrites.begin(table, ROWS)) {
      writes.await(10);
      var seen = writes.look();

      assertThat(seen.failures()).isEqualTo(Map.of("WrongAnswer", 1L));
      assertThat(seen.longest().getMaxValue())
          .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(9));
      assertThat(writes.look().failures()).isEmpty();
    }
  }

  private interface Answers {
    Mono<Integer> to(int number);
  }

  /** Answers on another thread, as a client does. */
  private TargetTable table(Answers answers) {
    return new TargetTable() {
      @Override
      public Mono<Integer> upsert(DataRow row) {
        return answers.to(begun.incrementAndGet()).publishOn(Schedulers.parallel());
      }
    };
  }
}
