package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.loop.LongWork;
import io.weir.engine.loop.Loop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;
import reactor.test.StepVerifier;

/** Reports of work that lasts. The test runs the timers. */
final class ReportedWorkTest {

  private final Timers loop = new Timers();
  private final Sinks.One<String> work = Sinks.one();

  @Test
  void reportsComeUntilTheAnswerAndNoTimerIsLeft() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::run)
        .expectNext(Optional.empty())
        .then(loop::run)
        .expectNext(Optional.empty())
        .then(() -> work.tryEmitValue("done"))
        .expectNext(Optional.of("done"))
        .verifyComplete();

    loop.expectEnd();
  }

  @Test
  void aFailureLeavesNoTimer() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::run)
        .expectNext(Optional.empty())
        .then(() -> work.tryEmitError(new IllegalStateException("expected")))
        .verifyErrorMessage("expected");

    loop.expectEnd();
  }

  @Test
  void aCancellationLeavesNoTimerAndEndsTheWork() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop))
        .then(loop::run)
        .expectNext(Optional.empty())
        .thenCancel()
        .verify();

    assertThat(work.currentSubscriberCount()).isZero();
    loop.expectEnd();
  }

  @Test
  void reportsThatNobodyRequestsAreLeftOut() {
    StepVerifier.create(ReportedWork.of(work.asMono(), loop), 0)
        .then(loop::run)
        .then(loop::run)
        .then(() -> work.tryEmitValue("done"))
        .thenRequest(9)
        .expectNext(Optional.of("done"))
        .verifyComplete();
  }

  /** A loop that keeps its timers until the test runs them. */
  private static final class Timers implements Loop {

    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    void run() {
      waiting.remove().run();
    }

    /** Runs the timer that was set before the end: it sets no other one. */
    void expectEnd() {
      run();
      assertThat(waiting).isEmpty();
    }

    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
      waiting.add(task);
    }

    @Override
    public LongWork longWork() {
      throw new UnsupportedOperationException("No work in turns is expected here.");
    }
  }
}
