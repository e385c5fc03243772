package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.tree.CoolingHand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A part of a joint command waits for its pages before its shard parks, so that the other shards do
 * not wait longer than they must.
 */
final class ColdJointCommandTest extends SteppedShards {

  private final List<Runnable> reads = new ArrayList<>();

  @Test
  void aPartWaitsForItsPagesBeforeItsShardParks() {
    write(0, "r1");
    write(1, "r1");
    runAll();
    makeAllDurable();
    freeze(0);
    member(0)
        .shard
        .readColdPagesBy((pages, then, task) -> reads.add(() -> {
          pages.forEach(page -> bringIn(0, page.key()));
          then.execute(task);
        }));

    var answer = send(insert(0, "r2"), insert(1, "r2"));
    runAll();

    assertThat(reads).hasSize(1);
    assertThat(log.waiting()).isZero();
    assertThat(member(0).tree.published().isCold(key("r2"))).isTrue();

    reads.remove(0).run();
    runAll();
    makeAllDurable();

    assertThat(answer.ticks).isPositive();
    assertThat(visible("r2")).isEqualTo(2);
    assertThat(reads).isEmpty();
  }

  @Test
  void aPartOnARefusedShardDoesNotWaitForPages() {
    write(0, "r1");
    write(1, "r1");
    runAll();
    makeAllDurable();
    freeze(0);
    var rounds = new AtomicInteger();
    member(0).shard.readColdPagesBy((pages, then, task) -> {
      if (rounds.incrementAndGet() < 10) { // the pages of a refused shard cannot be read
        then.execute(task);
      }
    });
    member(0).shard.refuse("reason=rebuilding", () -> {});

    var answer = send(insert(0, "r2"), insert(1, "r2"));
    runAll();

    assertThat(rounds).hasValue(0);
    assertThat(answer.failure).isInstanceOf(ServiceBusyException.class);
  }

  @Test
  void aPartWhoseShardIsRefusedWhileItWaitsAsksForItsPagesOnce() {
    write(0, "r1");
    write(1, "r1");
    runAll();
    makeAllDurable();
    freeze(0);
    var rounds = new ArrayList<Runnable>();
    member(0).shard.readColdPagesBy((pages, then, task) -> rounds.add(() -> then.execute(task)));
    var answer = send(insert(0, "r2"), insert(1, "r2"));
    runAll();
    assertThat(rounds).hasSize(1);

    member(0).shard.refuse("reason=rebuilding", () -> {});
    rounds.get(0).run();
    runAll();

    assertThat(rounds).hasSize(1);
    assertThat(answer.failure).isInstanceOf(ServiceBusyException.class);
  }

  private void freeze(int shard) {
    var hand = new CoolingHand();
    hand.step(member(shard).tree.published());
    hand.step(member(shard).tree.published());
  }

  private void bringIn(int shard, byte[] key) {
    try {
      assertThat(member(shard).tree.published().bringIn(key, (id, place) -> {})).isTrue();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
