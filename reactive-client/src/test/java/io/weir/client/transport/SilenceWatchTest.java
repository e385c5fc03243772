package io.weir.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.NonBlocking;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;

/** A client uses the timer of the whole process, which many others use at the same time. */
final class SilenceWatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration ALLOWED = Duration.ofSeconds(20);
  private static final int LOOPS = 4;
  private static final int CLIENTS = 10_000;

  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  /** A client may be closed by one of its own signals, on its own loop. */
  @Test
  void closingBlocksNoLoopWhileOthersUseTheTimer() throws InterruptedException {
    var loops = new ArrayList<Loop>();
    for (var number = 0; number < LOOPS; number++) {
      loops.add(new Loop(this::openAndClose));
    }
    loops.forEach(Thread::start);
    for (var loop : loops) {
      loop.join(PATIENCE.toMillis());
    }

    assertThat(failures).isEmpty();
    assertThat(loops).noneMatch(Thread::isAlive);
  }

  /** The timer checks four times in the allowed time, so a failure is late by a quarter at most. */
  @Test
  void aServiceThatOwesAnItemFailsAfterTheAllowedSilence() {
    var source = TestPublisher.<String>create();

    StepVerifier.withVirtualTime(() -> guarded(source), 0)
        .expectSubscription()
        .expectNoEvent(ALLOWED.multipliedBy(10))
        .thenRequest(2)
        .expectNoEvent(ALLOWED.dividedBy(2))
        .then(() -> source.next("heard"))
        .expectNext("heard")
        .expectNoEvent(ALLOWED.minusMillis(1))
        .thenAwait(ALLOWED.dividedBy(4).plusMillis(1))
        .expectError(TimeoutException.class)
        .verify(PATIENCE);

    source.assertCancelled();
  }

  private static Flux<String> guarded(TestPublisher<String> source) {
    var time = VirtualTimeScheduler.get();
    return Flux.using(
        () -> SilenceWatch.start(ALLOWED, () -> time.now(TimeUnit.NANOSECONDS)),
        watch -> watch.guard(source.flux(), OutstandingAnswer.ANSWER),
        SilenceWatch::close);
  }

  private void openAndClose() {
    try {
      for (var client = 0; client < CLIENTS; client++) {
        SilenceWatch.start(Duration.ofMillis(4), System::nanoTime).close();
      }
    } catch (Throwable failure) {
      failures.add(failure);
    }
  }

  private static final class Loop extends Thread implements NonBlocking {
    Loop(Runnable work) {
      super(work, "loop");
      setDaemon(true);
    }
  }
}
