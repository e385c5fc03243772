package io.weir.engine.loop;

import io.weir.testkit.Interleavings;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** Threads that add to a queue, which the holder of the token drains to a plain list. */
public final class DrainTokenLincheck {

  private static final int END = -1;

  private final DrainToken token = new DrainToken();
  private final Queue<Integer> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger added = new AtomicInteger();

  // deliberate: plain, because only the holder of the token may touch it
  private final List<Integer> drained = new ArrayList<>();

  @Test
  void noInterleavingLosesAnItemOrDrainsAfterTheEnd() {
    Interleavings.explore(DrainTokenLincheck.class);
  }

  @Test
  void freeThreadsLoseNoItem() {
    Interleavings.race(DrainTokenLincheck.class);
  }

  @Operation
  public void add() {
    put(added.incrementAndGet());
  }

  /** Adds the item whose drainer keeps the token. */
  @Operation
  public void end() {
    put(END);
  }

  private void put(int item) {
    queue.add(item);
    if (token.acquire()) {
      drain();
    }
  }

  private void drain() {
    int calls;
    do {
      calls = token.calls();
      for (var item = queue.poll(); item != null; item = queue.poll()) {
        drained.add(item);
        if (item == END) {
          return;
        }
      }
    } while (!token.release(calls));
  }

  @Validate
  public void allItemsAreDrainedOrTheEndIsTheLast() {
    var end = drained.indexOf(END);
    var expected = end < 0 ? added.get() : end + 1;
    if (drained.size() != expected || end < 0 && !queue.isEmpty()) {
      throw new IllegalStateException("added=" + added + " drained=" + drained);
    }
  }
}
