package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.loop.SteppedLoop;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Reports of work that lasts. The test runs the timers. */
final class ReportedWorkTest {

  private final SteppedLoop loop = new SteppedLoop();
  private final Sinks.One<String> work = Sinks.one();

  @Test
  void reportsComeUntilTheAnswerAndNoTimerIsLeft() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::runTimers)
        .expectNext(Optional.empty())
        .then(loop::runTimers)
        .expectNext(Optional.empty())
        .then(() -> work.tryEmitValue("done"))
        .expectNext(Optional.of("done"))
        .verifyComplete();

    expectEnd();
  }

  @Test
  void aFailureLeavesNoTimer() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::runTimers)
        .expectNext(Optional.empty())
        .then(() -> work.tryEmitError(new IllegalStateException("expected")))
        .verifyErrorMessage("expected");

    expectEnd();
  }

  @Test
  void aCancellationLeavesNoTimerAndEndsTheWork() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::runTimers)
        .expectNext(Optional.empty())
        .thenCancel()
        .verify();

    assertThat(work.currentSubscriberCount()).isZero();
    expectEnd();
  }

  @Test
  void reportsThatNobodyRequestsAreLeftOut() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop), 0)
        .then(loop::runTimers)
        .then(loop::runTimers)
        .then(() -> work.tryEmitValue("done"))
        .thenRequest(9)
        .expectNext(Optional.of("done"))
        .verifyComplete();
  }

  /** Runs the timer that was set before the end: it sets no other one. */
  private void expectEnd() {
    loop.runTimers();
    assertThat(loop.timers()).isZero();
  }
}
