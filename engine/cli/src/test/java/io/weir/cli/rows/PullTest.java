package io.weir.cli.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

final class PullTest {

  private static final int DEMAND = 16;

  /** BlockHound is on: it fails waits for a lock on the threads of this source. */
  @Test
  @Timeout(60)
  void aNonBlockingSourceNeverWaitsForTheReader() {
    var source = Flux.range(0, 20_000).publishOn(Schedulers.parallel(), 1);

    try (var pulled = Pull.from(source, 1)) {
      assertThat(pulled.mapToLong(Integer::longValue).sum()).isEqualTo(199_990_000L);
    }
  }

  @Test
  void atMostTwiceTheDemandIsRequested() {
    var requested = new AtomicLong();

    try (var pulled = Pull.from(Flux.range(0, 1_000).doOnRequest(requested::addAndGet), DEMAND)) {
      assertThat(pulled.iterator().next()).isZero();
      assertThat(requested.get()).isBetween((long) DEMAND, 2L * DEMAND);
    }
  }

  @Test
  void closingCancelsTheSource() throws InterruptedException {
    var cancelled = new CountDownLatch(1);

    try (var pulled = Pull.from(Flux.range(0, 1_000).doOnCancel(cancelled::countDown), DEMAND)) {
      assertThat(pulled.iterator().next()).isZero();
    }

    assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aFailureIsThrownWhenAnElementIsTaken() {
    var source = Flux.<Integer>error(new IllegalStateException("odd"));

    try (var pulled = Pull.from(source, DEMAND)) {
      var each = pulled.iterator();
      assertThatThrownBy(each::next).hasMessage("odd");
    }
  }
}
