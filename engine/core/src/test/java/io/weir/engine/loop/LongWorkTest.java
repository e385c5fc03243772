package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The long work that a loop does between two polls of its sockets, counted in pieces. */
final class LongWorkTest {

  private static final long PIECE_NANOS = 300_000;
  private static final int MANY = 200;

  private final TurnedLoop loop = new TurnedLoop();
  private final Turns streams = loop.longWork().streams();
  private final Turns answers = loop.longWork().answers();
  private final List<String> done = new ArrayList<>();

  @Test
  void aTurnIsAsLongForManyItemsAsForOne() {
    var many = IntStream.range(0, MANY).mapToObj(i -> new Greedy()).toList();
    many.forEach(streams::take);

    for (var i = 0; i < MANY; i++) {
      assertThat(loop.turn()).isPositive().isLessThanOrEqualTo(Turns.MOST_NANOS + PIECE_NANOS);
    }
  }

  @Test
  void everyItemHasASliceBeforeAnyHasItsNext() {
    var many = IntStream.range(0, MANY).mapToObj(i -> new Greedy()).toList();
    many.forEach(streams::take);

    for (var i = 0; i < 5 * MANY; i++) {
      loop.turn();
      var slices = many.stream().mapToInt(each -> each.slices).summaryStatistics();
      assertThat(slices.getMax() - slices.getMin()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void slicesAreShorterWhenManyItemsWait() {
    var few = IntStream.range(0, 2).mapToObj(i -> new Greedy(streams, 10_000)).toList();
    few.forEach(streams::take);
    loop.turn();
    var alone = few.get(0).pieces;

    var crowd =
        IntStream.range(0, 4_000).mapToObj(i -> new Greedy(streams, 10_000)).toList();
    crowd.forEach(streams::take);
    var begun = loop.nanos();
    while (crowd.stream().anyMatch(each -> each.slices == 0)) {
      loop.turn();
    }

    assertThat(alone).isEqualTo(100);
    assertThat(crowd).allMatch(each -> each.pieces <= 10 * each.slices);
    assertThat(loop.nanos() - begun).isLessThanOrEqualTo(FairTurns.ROUND_NANOS * 3 / 2);
  }

  @Test
  void aStreamWaitsForATurnEvenOnAnIdleLoop() {
    streams.take(() -> done.add("stream"));
    assertThat(done).isEmpty();

    loop.turn();
    assertThat(done).containsExactly("stream");
  }

  @Test
  void workTakenWithinATurnRunsInItWhileTimeIsLeft() {
    streams.take(() -> {
      streams.take(() -> done.add("inner"));
      done.add("outer");
      loop.work(Turns.MOST_NANOS);
      streams.take(() -> done.add("late"));
    });

    loop.turn();
    assertThat(done).containsExactly("inner", "outer");

    loop.turn();
    assertThat(done).containsExactly("inner", "outer", "late");
  }

  @Test
  void joinedWorkRunsInTheSliceOfTheWorkBeforeIt() {
    streams.take(() -> {
      streams.join(() -> done.add("joined"));
      loop.work(Turns.MOST_NANOS);
      done.add("first");
    });
    streams.take(() -> done.add("other"));

    loop.turn();

    assertThat(done).containsExactly("first", "joined");
  }

  @Test
  void answersRunAtOnceUntilTheyHaveTakenOneTurnInTotal() {
    for (var i = 0; i < 5; i++) {
      answers.take(() -> {
        loop.work(PIECE_NANOS);
        done.add("answer");
      });
    }
    assertThat(done).hasSize(4);

    loop.turn();
    assertThat(done).hasSize(5);
  }

  @Test
  void answersDoNotWaitForStreams() {
    IntStream.range(0, MANY).forEach(i -> streams.take(new Greedy()));
    var large = new Greedy(answers, PIECE_NANOS);
    answers.take(large);
    var before = large.slices;

    loop.turn();

    assertThat(large.slices).isEqualTo(before + 1);
  }

  @Test
  void otherWorkRunsAfterWorkThatThrows() {
    streams.take(() -> {
      throw new IllegalStateException("expected");
    });
    streams.take(() -> done.add("other"));

    loop.turn();

    assertThat(done).containsExactly("other");
  }

  @Test
  void anEventLoopRunsTurnsUntilNoWorkWaits() throws InterruptedException {
    try (var own = EventLoop.start(Thread::new)) {
      var over = new CountDownLatch(1_000);
      var turns = own.longWork().streams();
      turns.take(new Runnable() {
        @Override
        public void run() {
          over.countDown();
          if (over.getCount() > 0) {
            turns.await(this);
          }
        }
      });

      assertThat(over.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Work that never ends. */
  private final class Greedy implements Runnable {

    private final Turns turns;
    private final long pieceNanos;
    private int slices;
    private int pieces;

    Greedy() {
      this(streams, PIECE_NANOS);
    }

    Greedy(Turns turns, long pieceNanos) {
      this.turns = turns;
      this.pieceNanos = pieceNanos;
    }

    @Override
    public void run() {
      slices++;
      do {
        loop.work(pieceNanos);
        pieces++;
      } while (!turns.isOver());
      turns.await(this);
    }
  }
}
