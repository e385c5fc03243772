package io.weir.cli.copy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** The bound of entities a second. */
final class CopyPaceTest {

  @Test
  void aHundredASecondTakeTenSecondsForAThousand() {
    var clock = VirtualTimeScheduler.create();
    var pace = new CopyPace(100, clock);

    StepVerifier.create(Flux.range(0, 11).concatMap(i -> pace.take(100).thenReturn(i)))
        .expectNext(0)
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(999)))
        .then(() -> clock.advanceTimeBy(Duration.ofMillis(1)))
        .expectNext(1)
        .then(() -> clock.advanceTimeBy(Duration.ofSeconds(9)))
        .expectNextCount(9)
        .verifyComplete();
  }

  @Test
  void withoutABoundNothingWaits() {
    var pace = new CopyPace(0, VirtualTimeScheduler.create());

    StepVerifier.create(Flux.range(0, 1_000).concatMap(i -> pace.take(1_000).thenReturn(i)))
        .expectNextCount(1_000)
        .verifyComplete();
  }
}
