package io.weir.perf.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A store that is measured, and what has to end before it closes: JMH closes states in an order of its own.
 *
 * <p>Any thread.
 */
public abstract class StoreState {

  private final Queue<Runnable> users = new ConcurrentLinkedQueue<>();

  /** Has this run before the store closes; what was added first, first: a thread adds what it reads with after it was started. */
  void beforeClose(Runnable end) {
    users.add(end);
  }

  /** Ends all that uses the store. */
  void endUse() {
    for (var end = users.poll(); end != null; end = users.poll()) {
      end.run();
    }
  }
}
