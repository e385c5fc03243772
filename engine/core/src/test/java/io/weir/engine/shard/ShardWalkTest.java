package io.weir.engine.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.error.TableServiceException;
import io.weir.engine.command.Changes;
import io.weir.engine.index.TreeKeys;
import io.weir.engine.loop.LoopTurns;
import io.weir.engine.loop.Loops;
import io.weir.engine.tree.ColdPage;
import io.weir.engine.walk.ShardWalk;
import io.weir.engine.walk.Sliced;
import io.weir.engine.walk.Stretch;
import io.weir.engine.walk.UpkeepStretch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A walk of one shard, stepped by hand: what follows a slice that is durable, refused, repeated, or
 * not sent because the store closes.
 */
final class ShardWalkTest extends SteppedShard {

  private static final Duration PAUSE = Duration.ofMinutes(1);

  private final LoopTurns turns = new LoopTurns(new Loops(List.of(loop)));
  private final List<String> heard = new ArrayList<>();
  private boolean closing;

  @Test
  void aSinglePassEndsAfterItsLastDurableSliceAndSchedulesNothing() {
    var walk = walk();
    walk.once(new Scripted("a", 3));

    settle();
    assertThat(heard).containsExactly("a slice 3", "a slice 2", "a slice 1", "a left whole");
    assertThat(walk.changed()).isEqualTo(3);

    loop.runTimers();
    assertThat(heard).hasSize(4);
  }

  @Test
  void aRefusedSliceOfASinglePassIsSentAgainAfterAPause() {
    var walk = walk();
    walk.once(new Scripted("a", 1));
    loop.run();
    log.failAll();
    loop.run();
    assertThat(walk.changed()).as("a slice that is not durable").isZero();

    log.goOn();
    settle();
    assertThat(heard).as("before the pause is over").containsExactly("a slice 1");
    loop.runTimers();
    settle();

    assertThat(heard).containsExactly("a slice 1", "a slice 1", "a left whole");
    assertThat(walk.changed()).isEqualTo(1);
  }

  @Test
  void aRefusedSliceEndsAPassAndTheNextOneBeginsWithTheFirstStretch() {
    var walk = walk();
    walk.repeat(PAUSE, () -> List.of(new Scripted("a", 1), new Scripted("b", 1)).iterator());
    loop.run();
    loop.runTimers();
    log.failAll();
    loop.run();
    assertThat(heard).containsExactly("a slice 1", "a left");

    heard.clear();
    log.goOn();
    for (var timer = 0; timer < 4; timer++) {
      loop.runTimers();
      settle();
    }

    assertThat(heard).startsWith("a slice 1", "a left whole", "b slice 1", "b left whole");
    assertThat(walk.changed()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void aStretchThatIsGoneIsPassedOver() {
    tableLives = false;
    walk()
        .repeat(PAUSE, () -> List.of(new Scripted("a", 1), new Scripted("b", 1)).iterator());
    loop.run();

    loop.runTimers();

    assertThat(heard).containsExactly("a left", "b left");
  }

  @Test
  void aStretchDecidesThatASliceIsPlannedAgainAtOnce() {
    var refusals = new ArrayList<>(List.of(Stretch.Then.AGAIN, Stretch.Then.AGAIN));
    walk().once(new Stretch() {
      @Override
      public boolean send(ShardWalk walk) {
        heard.add("sent");
        walk.evaluated(Sliced.NOTHING_LEFT);
        if (refusals.isEmpty()) {
          walk.done(0);
        } else {
          walk.failed(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, ""));
        }
        return true;
      }

      @Override
      public Then refused(TableServiceException failure) {
        return refusals.remove(0);
      }
    });

    loop.run();

    assertThat(heard).containsExactly("sent", "sent", "sent");
  }

  @Test
  void aStretchThatIsNotDueCostsNoCommandAndATaskLooksAtAHundred() {
    var looks = new ArrayList<Integer>();
    walk()
        .repeat(
            PAUSE,
            () -> IntStream.range(0, 250)
                .mapToObj(number -> new Scripted("s" + number, 1) {
                  @Override
                  public boolean isDue() {
                    looks.add(number);
                    return false;
                  }
                })
                .iterator());
    loop.run();

    loop.startTimers();
    loop.runOne();
    assertThat(looks).hasSize(100);
    loop.runOne();
    assertThat(looks).hasSize(200);
    loop.run();
    assertThat(looks).hasSize(250);
    assertThat(heard).isEmpty();
  }

  @Test
  void aLookAtAColdPageIsRepeatedAfterThePageWasReadAndNoFurtherThanABound() {
    var reads = new ArrayList<Runnable>();
    shard.readColdPagesBy((pages, then, task) -> reads.add(() -> then.execute(task)));
    var looks = new ArrayList<String>();
    var warm = cold("warm", 1, looks);
    var thrashes = cold("thrashes", Integer.MAX_VALUE, looks);
    walk().repeat(PAUSE, () -> List.of(warm, thrashes).iterator());
    loop.run();
    loop.startTimers();
    loop.run();
    assertThat(looks).containsExactly("warm");

    reads.remove(0).run();
    loop.run();
    assertThat(looks).containsExactly("warm", "warm", "thrashes");

    while (!reads.isEmpty()) {
      reads.remove(0).run();
      loop.run();
    }
    assertThat(looks).filteredOn("thrashes"::equals).hasSize(65);
  }

  @Test
  void aLookAtAColdPageIsPassedOverWhenTooManyReadsWait() {
    shard.readColdPagesBy((pages, then, task) -> {
      throw new ServiceBusyException("reason=coldReads");
    });
    var looks = new ArrayList<String>();
    var stretches = List.of(cold("a", 1, looks), cold("b", 0, looks));
    walk().repeat(PAUSE, stretches::iterator);
    loop.run();

    loop.runTimers();

    assertThat(looks).containsExactly("a", "b");
  }

  @Test
  void aClosingStoreIsNotLookedAtAfterARead() {
    var reads = new ArrayList<Runnable>();
    shard.readColdPagesBy((pages, then, task) -> reads.add(() -> then.execute(task)));
    var looks = new ArrayList<String>();
    walk().once(cold("a", 1, looks));
    loop.run();

    closing = true;
    reads.remove(0).run();
    loop.run();

    assertThat(looks).containsExactly("a");
  }

  /** Returns a stretch that is not due and whose first looks come to a cold page. */
  private static Stretch cold(String name, int times, List<String> looks) {
    var left = new AtomicInteger(times);
    return new Stretch() {
      @Override
      public boolean isDue() {
        looks.add(name);
        if (left.getAndDecrement() > 0) {
          throw new ColdPage(0, TreeKeys.startOfTable(TABLE));
        }
        return false;
      }

      @Override
      public boolean send(ShardWalk walk) {
        throw new AssertionError("it is not due");
      }
    };
  }

  @Test
  void aSliceWithoutRoomGivesItsTurnToOthersAndIsSentOnceThereIsRoom() {
    walk().once(walk -> {
      heard.add("sent");
      if (heard.size() == 1) {
        return false;
      }
      walk.evaluated(Sliced.NOTHING_LEFT);
      walk.done(0);
      return true;
    });
    loop.runOne();
    var other = turns.of(loop);
    other.take(() -> {
      heard.add("other");
      other.end();
    });

    loop.run();

    assertThat(heard).containsExactly("sent", "other", "sent");
  }

  @Test
  void aClosingStoreGetsNoFurtherSliceOfAnyWalk() {
    walk().once(new Scripted("once", 2));
    walk().repeat(PAUSE, () -> List.of(new Scripted("again", 2)).iterator());
    loop.run();
    assertThat(heard).containsExactly("once slice 2");

    closing = true;
    settle();
    loop.runTimers();
    settle();
    loop.runTimers();

    assertThat(heard).containsExactly("once slice 2");
  }

  private ShardWalk walk() {
    return new ShardWalk(shard, turns.of(loop), () -> closing);
  }

  private void settle() {
    loop.run();
    while (log.waiting() > 0) {
      log.settleFirst();
      loop.run();
    }
  }

  /** A stretch of some slices, each of which stores one key. */
  private class Scripted implements UpkeepStretch {

    private final String name;
    private int left;

    Scripted(String name, int slices) {
      this.name = name;
      this.left = slices;
    }

    @Override
    public int tableId() {
      return TABLE;
    }

    @Override
    public boolean stores() {
      return true;
    }

    @Override
    public Sliced slice(UpkeepCommand.View view, Changes changes) {
      heard.add(name + " slice " + left);
      changes.put(TreeKeys.of(99, (name + left).getBytes(UTF_8)), new byte[1]);
      return new Sliced(1, left == 1);
    }

    @Override
    public void advance(Sliced slice) {
      left--;
    }

    @Override
    public void left(boolean isWhole) {
      heard.add(name + (isWhole ? " left whole" : " left"));
    }
  }
}
