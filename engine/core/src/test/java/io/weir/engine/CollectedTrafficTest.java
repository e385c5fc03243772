package io.weir.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.loop.Loops;
import io.weir.engine.observe.CallerLoop;
import io.weir.engine.observe.Observing;
import io.weir.engine.observe.TrafficObserver;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** An advice does not wait for a loop that is stuck. */
final class CollectedTrafficTest {

  private final CallerLoop loop = new CallerLoop();
  private boolean isClockBroken;
  private final TrafficObserver observer =
      new TrafficObserver(Observing.EXACT, new Loops(List.of(loop)), this::now, bound -> 0);

  private long now() {
    if (isClockBroken) {
      throw new IllegalStateException("the clock is broken");
    }
    return 0;
  }

  @Test
  void aLoopThatAnswersGivesTheSum() {
    StepVerifier.create(CollectedTraffic.of(observer)).expectNextCount(1).verifyComplete();
  }

  @Test
  void aLoopThatDoesNotAnswerFailsAfterFiveSeconds() {
    loop.current(false);

    StepVerifier.withVirtualTime(() -> CollectedTraffic.of(observer))
        .expectSubscription()
        .expectNoEvent(CollectedTraffic.PATIENCE.minusMillis(1))
        .thenAwait(Duration.ofMillis(1))
        .expectErrorSatisfies(cause -> assertThat(cause)
            .isInstanceOf(ServiceBusyException.class)
            .hasMessageContaining("reason=loopDoesNotAnswer"))
        .verify(TestStore.PATIENCE);
  }

  @Test
  void aLoopThatFailsFailsAtOnce() {
    loop.current(false);

    StepVerifier.create(CollectedTraffic.of(observer))
        .then(() -> {
          isClockBroken = true;
          loop.current(true);
        })
        .expectErrorMessage("the clock is broken")
        .verify(TestStore.PATIENCE);
  }
}
