package io.weir.engine.loop;

import java.time.Duration;

/**
 * Whether a loop runs its tasks, at the last check of its {@link LoopWatch}.
 *
 * @param loop index of the loop
 * @param condition whether it runs its tasks
 * @param since how long it has run none; zero for a turning loop
 */
public record LoopState(int loop, Condition condition, Duration since) {

  /** The condition of a loop. */
  public enum Condition {
    /** The loop runs its tasks. */
    TURNING,
    /** The loop has run no task for longer than {@link LoopWatch#PATIENCE}; it may recover. */
    STUCK,
    /** The loop refuses tasks, or its thread has ended; it cannot recover. */
    DEAD
  }
}
