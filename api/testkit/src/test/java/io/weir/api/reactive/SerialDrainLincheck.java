package io.weir.api.reactive;

import io.weir.testkit.Interleavings;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Threads that change what a task reads, and then ask for the task. */
public final class SerialDrainLincheck {

  private final AtomicInteger written = new AtomicInteger();
  private final AtomicInteger repeats = new AtomicInteger();
  private final SerialDrain drain = new SerialDrain(this::task);

  // deliberate: plain fields, which only the thread that runs the task may touch
  private boolean running;
  private boolean ranTwiceAtATime;
  private int seen;

  @Test
  void noInterleavingMissesAWriteOrRunsTheTaskTwiceAtATime() {
    Interleavings.explore(SerialDrainLincheck.class);
  }

  @Test
  void freeThreadsMissNoWriteAndRunTheTaskOneAtATime() {
    Interleavings.race(SerialDrainLincheck.class);
  }

  @Operation
  public void write() {
    written.incrementAndGet();
    drain.run();
  }

  /** Makes the next run of the task ask for another one. */
  @Operation
  public void writeAndRepeat() {
    repeats.incrementAndGet();
    write();
  }

  private void task() {
    ranTwiceAtATime |= running;
    running = true;
    if (repeats.get() > 0) {
      repeats.decrementAndGet();
      drain.run();
    }
    seen = written.get();
    running = false;
  }

  @Validate
  public void theLastRunSawAllWrites() {
    if (ranTwiceAtATime || running || seen != written.get()) {
      throw new IllegalStateException(
          "twice=" + ranTwiceAtATime + " written=" + written + " seen=" + seen);
    }
  }
}
