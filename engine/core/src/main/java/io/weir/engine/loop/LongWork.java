package io.weir.engine.loop;

import java.util.function.LongSupplier;

/**
 * The long work of one loop. There are two kinds, answers and streams, and each has its own turn
 * between two polls of the sockets.
 *
 * <pre>
 *   poll sockets | a turn of answers | a turn of streams | tasks | poll sockets | ..
 * </pre>
 *
 * <p>A stream always waits for a turn, so streams that start together are served one after the
 * other. Answers (pages, pipelines, bulk writes) are short and urgent. They run at once as long as
 * they have taken less than one turn in total since the last turn, and they do not wait for
 * streams.
 *
 * <p>Owner: the loop. {@link Turns} states which methods other threads may call.
 */
public final class LongWork {

  private final FairTurns answers;
  private final FairTurns streams;

  /** Makes the long work of a loop, which calls {@link #run}. */
  public LongWork(Loop loop, LongSupplier nanoClock) {
    this.answers = new FairTurns(loop, nanoClock, true);
    this.streams = new FairTurns(loop, nanoClock, false);
  }

  public Turns answers() {
    return answers;
  }

  public Turns streams() {
    return streams;
  }

  /**
   * Runs one turn of each kind and returns how many items had a slice. The loop calls it once
   * between two polls of its sockets.
   */
  public int run() {
    return answers.run() + streams.run();
  }

  /** Whether work waits, so that the loop must not park. */
  public boolean isWaitedFor() {
    return answers.isWaitedFor() || streams.isWaitedFor();
  }
}
