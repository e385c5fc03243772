package io.weir.engine.loop;

import java.util.function.LongSupplier;

/**
 * The long work of one loop: two kinds, each of which has turns of its own between two looks at the sockets.
 *
 * <pre>
 *   look at the sockets | a turn of answers | a turn of streams | tasks | look at the sockets | ..
 * </pre>
 *
 * <p>Streams wait for a turn always, so that those that begin together are admitted one after the other. Answers (pages, pipelines, bulk
 * writes) are wanted soon: they run at once as long as all of them have taken less than a turn since the last one, and do not wait for
 * streams.
 *
 * <p>Belongs to the loop; the turns say what other threads may do.
 */
public final class LongWork {

  private final FairTurns answers;
  private final FairTurns streams;

  /** Of a loop, which calls {@link #run}. */
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

  /** A turn of each kind. For the loop, once between two looks at its sockets; answers how many works had a slice. */
  public int run() {
    return answers.run() + streams.run();
  }

  /** Whether the loop must not rest. */
  public boolean isWaitedFor() {
    return answers.isWaitedFor() || streams.isWaitedFor();
  }
}
