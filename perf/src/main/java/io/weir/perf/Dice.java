package io.weir.perf;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A thread's random numbers: the same in every run, and for both stores. */
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls what is annotated with Setup before all else
public class Dice {

  private static final long SEED = 42;

  private SplittableRandom random;

  @Setup
  public void seed(ThreadParams thread) {
    random = new SplittableRandom(SEED + thread.getThreadIndex());
  }

  SplittableRandom random() {
    return random;
  }
}
