package io.weir.perf.engine;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A measured store, with the actions that must run before it closes: JMH closes states in an order
 * of its own.
 *
 * <p>Any thread.
 */
public abstract class StoreState {

  private final Queue<Runnable> users = new ConcurrentLinkedQueue<>();

  /**
   * Adds an action to run before the store closes. Actions run in the order in which they were
   * added.
   */
  void beforeClose(Runnable end) {
    users.add(end);
  }

  /** Runs all added actions. */
  public void endUse() {
    for (var end = users.poll(); end != null; end = users.poll()) {
      end.run();
    }
  }
}
