package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.loop.LoopState.Condition;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** A watchdog whose clock and loops the test steps. */
final class LoopWatchTest {

  private final ManualLoop healthy = new ManualLoop();
  private final ManualLoop other = new ManualLoop();
  private long nanos;
  private final LoopWatch watch = new LoopWatch(new Loops(List.of(healthy, other)), () -> nanos);

  @Test
  void loopsThatRunTheirTasksAreTurning() {
    for (var look = 0; look < 20; look++) {
      passAndLook();
      healthy.run();
      other.run();
    }

    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.TURNING);
  }

  @Test
  void aLoopThatRunsNoTaskForMoreThanOneSecondIsStuck() {
    watch.look();
    for (var look = 0; look < 4; look++) {
      healthy.run();
      passAndLook();
    }
    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.TURNING);

    healthy.run();
    passAndLook();

    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.STUCK);
    assertThat(watch.states().get(1).since()).isEqualTo(Duration.ofMillis(1250));
    assertThat(watch.lag(1)).isEqualTo(Duration.ofMillis(1250));
  }

  @Test
  void aStuckLoopGetsOnlyOneTask() {
    watch.look();
    for (var look = 0; look < 100; look++) {
      passAndLook();
    }

    assertThat(other.tasks).hasSize(1);
  }

  @Test
  void aStuckLoopThatRunsItsTaskIsTurningAgain() {
    watch.look();
    for (var look = 0; look < 8; look++) {
      passAndLook();
    }
    assertThat(conditions()).containsExactly(Condition.STUCK, Condition.STUCK);

    healthy.run();
    other.run();
    passAndLook();

    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.TURNING);
    assertThat(watch.states().get(1).since()).isZero();
  }

  @Test
  void aLoopThatRefusesTasksIsDeadForGood() {
    watch.look();
    healthy.run();
    other.run();
    other.terminated = true;

    passAndLook();
    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.DEAD);
    healthy.run();
    passAndLook();

    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.DEAD);
    assertThat(watch.states().get(1).since()).isPositive();
  }

  @Test
  void aLoopWhoseThreadHasEndedIsDead() throws InterruptedException {
    watch.look();
    var thread = new Thread(other::run);
    thread.start();
    thread.join();
    passAndLook(); // posts the next task, which no thread can run

    passAndLook();

    assertThat(conditions().get(1)).isEqualTo(Condition.DEAD);
  }

  /** A suspended machine or a pause of the garbage collector stops the watchdog as well. */
  @Test
  void aPauseOfTheWholeProcessMakesNoLoopStuck() {
    watch.look();
    nanos += Duration.ofMinutes(5).toNanos();
    watch.look();

    assertThat(conditions()).containsExactly(Condition.TURNING, Condition.TURNING);
  }

  @Test
  void theLagIsTheWaitOfTheLastTask() {
    watch.look();
    nanos += Duration.ofMillis(30).toNanos();
    healthy.run();
    passAndLook();

    assertThat(watch.lag(0)).isEqualTo(Duration.ofMillis(30));
  }

  private void passAndLook() {
    nanos += LoopWatch.LOOK_EVERY.toNanos();
    watch.look();
  }

  private List<Condition> conditions() {
    return watch.states().stream().map(LoopState::condition).toList();
  }

  private static final class ManualLoop implements Loop {

    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private boolean terminated;

    void run() {
      var due = new ArrayList<>(tasks);
      tasks.clear();
      due.forEach(Runnable::run);
    }

    @Override
    public boolean isCurrent() {
      return true;
    }

    @Override
    public void execute(Runnable task) {
      if (terminated) {
        throw new RejectedExecutionException("event executor terminated");
      }
      tasks.add(task);
    }

    @Override
    public void schedule(Duration delay, Runnable task) {
      throw new UnsupportedOperationException("The watch sets no timer on a loop.");
    }

    @Override
    public LongWork longWork() {
      throw new UnsupportedOperationException("The watch does no work in turns.");
    }
  }
}
