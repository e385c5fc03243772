package io.weir.engine.loop;

import java.time.Duration;

/**
 * Whether a loop runs its tasks, as its {@link LoopWatch} saw it last.
 *
 * @param loop index of the loop
 * @param condition whether it runs them
 * @param since how long it has not run them; zero for a loop that turns
 */
public record LoopState(int loop, Condition condition, Duration since) {

  /** What a loop does. */
  public enum Condition {
    /** It runs its tasks. */
    TURNING,
    /** It has not run a task for longer than {@link LoopWatch#PATIENCE}, and may go on. */
    STUCK,
    /** It refuses tasks, or its thread has ended: it never goes on. */
    DEAD
  }
}
