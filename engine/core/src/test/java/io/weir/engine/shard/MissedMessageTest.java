package io.weir.engine.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.engine.queue.Lane;
import io.weir.engine.queue.WaitingTake;
import io.weir.engine.queue.WaitingTakes;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A message that is put while every waiting take looks is not missed, though no look has found it.
 */
final class MissedMessageTest extends SteppedShard implements WaitingTake.Owner {

  private static final Lane LANE = new Lane(7, 0);
  private static final Duration NEVER = Duration.ofDays(7);

  private int looks;
  private WaitingTakes takes;
  private final WaitingTake take = new WaitingTake(LANE, Duration.ofMinutes(1), this);

  @BeforeEach
  void join() {
    takes = new WaitingTakes(shard, () -> 0);
    assertThat(takes.join(take)).isTrue();
    loop.run();
    assertThat(looks).isEqualTo(1);
  }

  @Test
  void aMessageThatArrivesDuringALookIsLookedForAgain() {
    takes.arrived(LANE, 1);
    loop.run();
    assertThat(looks).as("the take looks already").isEqualTo(1);

    takes.looked(take, false, NEVER);
    loop.run();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  void anEmptyLookIsNotRepeatedWithoutACause() {
    takes.looked(take, false, NEVER);
    loop.run();

    assertThat(looks).isEqualTo(1);
  }

  @Override
  public void look(WaitingTake waiting) {
    looks++;
  }

  @Override
  public void giveUp() {
    throw new AssertionError("the wait is not over");
  }
}
