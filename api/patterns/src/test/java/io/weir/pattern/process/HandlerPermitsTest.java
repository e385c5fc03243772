package io.weir.pattern.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

final class HandlerPermitsTest {

  private final HandlerPermits permits = new HandlerPermits(2);

  @Test
  void workWaitsForAPermitInItsOrder() {
    var ends = new ArrayList<Sinks.Empty<Void>>();
    var begun = new ArrayList<Integer>();
    for (var i = 0; i < 4; i++) {
      var number = i;
      var end = Sinks.<Void>empty();
      ends.add(end);
      permits
          .run(Mono.defer(() -> {
            begun.add(number);
            return end.asMono();
          }))
          .subscribe();
    }
    assertThat(begun).containsExactly(0, 1);

    ends.get(1).tryEmitEmpty();
    assertThat(begun).containsExactly(0, 1, 2);
    ends.get(0).tryEmitError(new IllegalStateException("expected"));
    assertThat(begun).containsExactly(0, 1, 2, 3);
  }

  @Test
  void cancelledWorkGivesItsPermitOrItsPlaceBack() {
    var first = permits.run(Mono.never()).subscribe();
    permits.run(Mono.never()).subscribe();
    var waiting = permits.run(Mono.error(new AssertionError("never begins"))).subscribe();
    var begun = new AtomicInteger();
    permits.run(Mono.fromRunnable(begun::incrementAndGet)).subscribe();
    waiting.dispose();
    assertThat(begun).hasValue(0);

    first.dispose();

    assertThat(begun).hasValue(1);
  }

  @Test
  void manyThreadsNeverHaveMoreThanThePermits() {
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    var work = permits.run(Mono.fromRunnable(() -> {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      running.decrementAndGet();
    }));

    Flux.range(0, 20_000)
        .flatMap(number -> work.subscribeOn(Schedulers.parallel()), 16)
        .blockLast(Duration.ofSeconds(30));

    assertThat(most.get()).isBetween(1, 2);
    assertThat(Flux.just(1, 2).flatMap(number -> permits.run(Mono.never())).subscribe())
        .isNotNull();
    var third = new AtomicInteger();
    permits.run(Mono.fromRunnable(third::incrementAndGet)).subscribe();
    assertThat(third).as("two permits are left, no more and no fewer").hasValue(0);
  }
}
