package io.weir.cluster;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Asks the other nodes whether this one was removed. Its own configuration may be one that was not
 * agreed on.
 *
 * <p>Any thread that may block.
 */
final class RemovalInquiry {

  /** An election time-out apart. */
  private static final int LOOKS = 60;

  private final ClusterOptions options;
  private final Greetings greetings;
  private final Failures failures;
  private final BooleanSupplier closed;
  private final Runnable whenRemoved;

  /**
   * @param closed whether no further node is to be asked
   * @param whenRemoved ends this node's part
   */
  RemovalInquiry(
      ClusterOptions options,
      Greetings greetings,
      Failures failures,
      BooleanSupplier closed,
      Runnable whenRemoved) {
    this.options = options;
    this.greetings = greetings;
    this.failures = failures;
    this.closed = closed;
    this.whenRemoved = whenRemoved;
  }

  /** Asks each of the others once. Returns whether this node was removed. */
  boolean ask() {
    boolean told = greetings.tellRemoval(closed);
    if (told) {
      whenRemoved.run();
    }
    return told;
  }

  /**
   * Asks for some sixty election time-outs, and notes the failure of a node whose removal nobody
   * tells.
   */
  void askPatiently() {
    for (int look = 0; look < LOOKS && !closed.getAsBoolean(); look++) {
      if (ask()) {
        return;
      }
      LockSupport.parkNanos(options.electionTimeout().toNanos());
    }
    if (!closed.getAsBoolean()) {
      failures.leftOut();
    }
  }
}
