package io.weir.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The slices of a loop take turns. */
final class SliceTurnsTest {

  private final TurnedLoop loop = new TurnedLoop();
  private final SliceTurns turns = new SliceTurns(loop);
  private final List<String> offered = new ArrayList<>();

  @Test
  void aSliceIsOfferedWhenTheOneBeforeItHasEnded() {
    take("a");
    take("b");
    take("c");
    loop.turn();
    assertThat(offered).containsExactly("a");

    turns.end();
    loop.turn();
    assertThat(offered).containsExactly("a", "b");

    turns.end();
    loop.turn();
    assertThat(offered).containsExactly("a", "b", "c");
  }

  @Test
  void aSliceThatComesAfterTheLastTurnHasEndedIsOfferedInTheNextOne() {
    take("a");
    loop.turn();
    turns.end();

    take("b");
    assertThat(offered).as("the loop polls its sockets first").containsExactly("a");
    loop.turn();

    assertThat(offered).containsExactly("a", "b");
  }

  @Test
  void aTurnEndsOnceHoweverOftenItsSliceIsEvaluated() {
    var turn = new SliceTurn(() -> turns);
    turn.take(() -> offered.add("a"));
    take("b");
    take("c");
    loop.turn();

    turn.end();
    turn.end();
    loop.turn();
    loop.turn();

    assertThat(offered).containsExactly("a", "b");
  }

  private void take(String slice) {
    turns.take(() -> offered.add(slice));
  }
}
