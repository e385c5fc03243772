package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tasks of an owner that moves between loops. */
final class MovableLoopTest {

  private static final int PRODUCERS = 3;
  private static final int TASKS = 20_000;

  private final TurnedLoop first = new TurnedLoop();
  private final TurnedLoop second = new TurnedLoop();
  private final MovableLoop loop = new MovableLoop(first, first::nanos);
  private final List<String> ran = new ArrayList<>();

  @Test
  void tasksBeforeAMoveRunOnTheOldHostAndLaterOnesOnTheNewOne() {
    loop.execute(() -> ran.add("a"));
    loop.moveTo(second);
    loop.execute(() -> ran.add("b"));
    assertThat(second.isIdle()).isTrue();

    first.turn();
    assertThat(ran).containsExactly("a");
    assertThat(loop.host()).isSameAs(second);
    assertThat(first.isIdle()).isTrue();

    second.turn();
    assertThat(ran).containsExactly("a", "b");
    assertThat(second.isIdle()).isTrue();
  }

  @Test
  void anIdleOwnerMovesAtOnce() {
    loop.moveTo(second);
    first.turn();

    loop.execute(() -> ran.add("a"));
    first.turn();
    assertThat(ran).isEmpty();
    second.turn();

    assertThat(ran).containsExactly("a");
  }

  @Test
  void aTurnEndsAfterItsTasksAndTheRestFollowsInAnotherOne() {
    for (var task = 0; task <= MovableLoop.TASKS_A_TURN; task++) {
      loop.execute(() -> ran.add("task"));
    }
    first.execute(() -> ran.add("other"));

    first.turn();

    assertThat(ran.indexOf("other")).isEqualTo(MovableLoop.TASKS_A_TURN);
    assertThat(ran).hasSize(MovableLoop.TASKS_A_TURN + 2);
  }

  @Test
  void aTaskThatThrowsDoesNotStopTheOthers() {
    loop.execute(() -> {
      throw new IllegalStateException("deliberate");
    });
    loop.execute(() -> ran.add("a"));

    first.turn();

    assertThat(ran).containsExactly("a");
  }

  @Test
  void theLoadIsTheTimeOfTheTasksAndOfTheWaitBefore() {
    loop.execute(() -> first.work(30));
    loop.execute(() -> first.work(12));
    first.work(5);

    first.turn();

    assertThat(loop.load().busyNanos()).isEqualTo(42);
    assertThat(loop.load().waitedNanos()).isEqualTo(5);
    assertThat(loop.load().tasks()).isEqualTo(2);
    assertThat(loop.load().turns()).isEqualTo(1);
  }

  @Test
  void everyCallerLearnsThatTheHostHasEnded() {
    var ended = new MovableLoop(
        new TurnedLoop() {
          @Override
          public void execute(Runnable task) {
            throw new RejectedExecutionException("ended");
          }
        },
        () -> 0);

    for (var call = 0; call < 2; call++) {
      assertThatThrownBy(() -> ended.execute(() -> {}))
          .isInstanceOf(RejectedExecutionException.class);
    }
  }

  /**
   * Three threads submit while a fourth one moves the owner; the counter is plain, so two tasks at
   * a time would lose counts.
   */
  @Test
  void noTaskIsLostDoubledOrRunBesideAnotherWhileTheOwnerMoves() throws InterruptedException {
    var hosts = IntStream.range(0, 3)
        .mapToObj(number -> EventLoop.start(task -> new Thread(task, "host-" + number)))
        .toList();
    var moving = new MovableLoop(hosts.get(0), System::nanoTime);
    var counts = new int[PRODUCERS];
    var wrong = new AtomicInteger();
    var left = new CountDownLatch(PRODUCERS * TASKS);
    var producers = IntStream.range(0, PRODUCERS)
        .mapToObj(producer -> new Thread(() -> {
          for (var number = 0; number < TASKS; number++) {
            var expected = number;
            moving.execute(() -> {
              if (counts[producer]++ != expected || !moving.isCurrent()) {
                wrong.incrementAndGet();
              }
              left.countDown();
            });
            if (producer == 0 && number % 50 == 0) {
              moving.moveTo(hosts.get(number / 50 % hosts.size()));
            }
          }
        }))
        .toList();
    producers.forEach(Thread::start);

    assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();

    assertThat(wrong).hasValue(0);
    assertThat(counts).containsOnly(TASKS);
    hosts.forEach(EventLoop::close);
  }
}
